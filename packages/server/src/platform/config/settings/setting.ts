import type { z } from "zod";

/** The environments of the specification; INT is staging. */
export const PROFILES = ["DEV", "INT", "TEST", "PROD"] as const;
export type Profile = (typeof PROFILES)[number];

/** One environment variable, for the service, its docs and its checks. */
export type Setting = {
  /** Reads the variable's text. A message completes a sentence that begins with the variable's name. */
  schema: z.ZodType<unknown, string>;
  /** For the person who runs the service. */
  description: string;
  /**
   * The text used when the variable is not set. `${NAME}` stands for another setting's value. A default that depends on
   * the environment lists the environments that differ.
   */
  default?: string | ({ else: string } & Partial<Record<Profile, string>>);
  /** When it is required: the service does not start without it. */
  needed?: "always" | "PROD" | "with the one before";
  /** It may be in a file instead, named by `NAME_FILE`, and is never printed. */
  secret?: true;
  /** Its name in earlier releases, which is still read. */
  formerly?: string;
};

/** A section of the page of settings. */
export type SettingGroup = Readonly<Record<string, Setting>>;
