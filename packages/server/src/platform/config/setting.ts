export type Setting = {
  name: string;
  /** What it says, for the person who runs the service. */
  says: string;
  /** What holds when it is not set. */
  initial?: string;
  /** When the service does not start without it. */
  needed?: "always" | "PROD" | "with the one before";
  /** It may come from a file instead, named by `NAME_FILE`, and is never printed. */
  secret?: true;
};
