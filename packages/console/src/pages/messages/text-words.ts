import type { MessageVersion } from "@voltmarg/contract";

export const TYPES: Record<MessageVersion["type"], string> = {
  FAQ: "Question",
  TOU: "Terms",
  PRIVACY: "Privacy",
  POPUP: "Pop-up",
};
