import { StartError } from "@voltmarg/client/node";
import { ocpiVersions, type VersionNumber } from "@voltmarg/testkit/test-bed";

/** The version of OCPI that an argument names, unless it is left out. Throws StartError. */
export function versionIn(text: string, leftOut?: VersionNumber): VersionNumber {
  const tried = ocpiVersions.filter((each) => each !== leftOut);
  const found = tried.find((each) => each === text);
  if (!found) throw new StartError(`--version needs one of ${tried.join(", ")}, not ${text}`);
  return found;
}
