export type Setting = {
  name: string;
  /** For the person who runs the service. */
  description: string;
  /** The value when it is not set. */
  default?: string;
  /** When the service does not start without it. */
  needed?: "always" | "PROD" | "with the one before";
  /** It may come from a file instead, named by `NAME_FILE`, and is never printed. */
  secret?: true;
};
