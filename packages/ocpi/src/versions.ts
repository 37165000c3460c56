/**
 * The versions of OCPI, oldest first. Reading needs no version: older and newer forms of an object are read as the one
 * that this package thinks in (`types/older-shapes.ts`, `types/newer-shapes.ts`). What is sent is written for the
 * version of the connection (`write-for.ts`).
 */
export const versions = ["2.1.1", "2.2", "2.2.1", "2.3.0"] as const;
/** A version that this package speaks. */
export type VersionNumber = (typeof versions)[number];

type Description = {
  /** Endpoints name the interface (SENDER, RECEIVER) they are. Before that a module has one in each role. */
  roles: boolean;
  /** Offered to everybody; others only to a partner that has nothing newer. */
  offered: boolean;
};

const descriptions: Readonly<Record<VersionNumber, Description>> = {
  "2.1.1": { roles: false, offered: false },
  "2.2": { roles: true, offered: false },
  "2.2.1": { roles: true, offered: true },
  "2.3.0": { roles: true, offered: true },
};

/** Whether an endpoint of this version says which interface it is. */
export const namesRoles = (version: VersionNumber): boolean => descriptions[version].roles;

export const offeredVersions = versions.filter((each) => descriptions[each].offered);

/** A version as written, with `2.3` for `2.3.0`; null: one that this package does not know. */
export const versionOf = (text: string): VersionNumber | null =>
  versions.find((each) => each === text.trim() || each === `${text.trim()}.0`) ?? null;

/** The highest version that both sides know, with what the peer says of it; null: there is none. */
export function highestOf<T extends { version: string }>(
  theirs: readonly T[],
  ours: readonly VersionNumber[] = versions,
): { version: VersionNumber; named: T } | null {
  for (const version of ours.toReversed()) {
    const named = theirs.find((each) => versionOf(each.version) === version);
    if (named) return { version, named };
  }
  return null;
}

/** Whether the first version is newer than the second. */
export const isAbove = (one: VersionNumber, other: VersionNumber): boolean =>
  versions.indexOf(one) > versions.indexOf(other);

/** OCPI 2.1.1: the interface of a module follows from who offers it. */
function roleOf(module: string, owner: "CPO" | "EMSP"): "SENDER" | "RECEIVER" {
  const sentByEmsp = module === "tokens" || module === "commands";
  return sentByEmsp === (owner === "EMSP") ? "SENDER" : "RECEIVER";
}

/** The endpoints of version details; those of OCPI 2.1.1 name no role. */
export function withRoles(
  version: string,
  endpoints: readonly unknown[],
  peer: "CPO" | "EMSP",
): readonly unknown[] {
  const known = versionOf(version);
  if (known === null || namesRoles(known)) return endpoints;
  return endpoints.map((each) =>
    typeof each === "object" && each !== null && "identifier" in each
      ? Object.assign({ role: roleOf(String(each.identifier), peer) }, each)
      : each,
  );
}
