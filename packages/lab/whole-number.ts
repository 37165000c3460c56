import { StartError } from "@voltmarg/client/node";

/** Parses a whole number from the command line; anything else ends the program with one sentence. */
export function wholeNumber(name: string, text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value)) {
    throw new StartError(`${name} needs a whole number, not ${text}`);
  }
  return value;
}
