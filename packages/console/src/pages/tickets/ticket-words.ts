/** Whose turn it is. */
export const TURNS: Record<string, string> = {
  OPEN: "Waiting for us",
  ANSWERED: "Waiting for the driver",
  CLOSED: "Closed",
};
export const LANGUAGES: Record<string, string> = { en: "English", hi: "Hindi", ur: "Urdu" };
