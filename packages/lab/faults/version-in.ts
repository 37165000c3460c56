import { StartError } from "@voltmarg/client/node";
import { ocpiVersions, type VersionNumber } from "@voltmarg/testkit/test-bed";

/** OCPI 2.1.1 returns no reference of ours, by which these runs tell sessions apart. */
const tried = ocpiVersions.filter((each) => each !== "2.1.1");

/** The version of OCPI that an argument names. Throws StartError. */
export function versionIn(text: string): VersionNumber {
  const found = tried.find((each) => each === text);
  if (!found) throw new StartError(`--version needs one of ${tried.join(", ")}, not ${text}`);
  return found;
}
