import { createServiceClock } from "@voltmarg/client";

/** The service's time: its stamps are compared with no other. */
export const clock = createServiceClock();
