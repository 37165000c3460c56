/** Whose turn it is. */
export const TURNS: Record<string, string> = {
  OPEN: "Waiting for us",
  ANSWERED: "Waiting for the driver",
  CLOSED: "Closed",
};
