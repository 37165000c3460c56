import type { TripSummary } from "@voltmarg/contract";
import { tripCopy as copy } from "./copy.ts";

type Ends = Pick<TripSummary, "start" | "end">;

/** "Pune to Mumbai"; a place without a name is a start or a destination. */
export const wayName = ({ start, end }: Ends): string =>
  copy.fromTo(start.name ?? copy.start, end.name ?? copy.end);

/** As the driver calls it, else by where it leads. */
export const tripName = (trip: Ends & Pick<TripSummary, "name">): string =>
  trip.name ?? wayName(trip);

/** What a link shows to everybody who has it. */
export const sharedPath = (key: string): string => `/trips/shared/${encodeURIComponent(key)}`;
