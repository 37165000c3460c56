import { StartError } from "@voltmarg/client/node";
import { ocpiVersions, type VersionNumber } from "@voltmarg/testkit/test-bed";

/** The version of OCPI that an argument names. Throws StartError. */
export function versionIn(text: string): VersionNumber {
  const found = ocpiVersions.find((each) => each === text);
  if (!found)
    throw new StartError(`--version needs one of ${ocpiVersions.join(", ")}, not ${text}`);
  return found;
}
