/**
 * The versions of OCPI, oldest first. Reading needs no version: older and newer forms of an object are read as the one
 * that this package thinks in (`types/older-shapes.ts`, `types/newer-shapes.ts`). What is sent is written for the
 * version of the connection (`write-for.ts`).
 */
export const versions = ["2.1.1", "2.2", "2.2.1", "2.3.0"] as const;
export type VersionNumber = (typeof versions)[number];

type Description = {
  /** Endpoints name the interface (SENDER, RECEIVER) they are. Before that a module has one in each role. */
  roles: boolean;
  /** Prices name their taxes: `before_taxes` and `taxes` instead of `excl_vat` and `incl_vat`. */
  taxes: boolean;
  /** Offered to everybody; others only to a partner that has nothing newer. */
  offered: boolean;
};

export const descriptions: Readonly<Record<VersionNumber, Description>> = {
  "2.1.1": { roles: false, taxes: false, offered: false },
  "2.2": { roles: true, taxes: false, offered: false },
  "2.2.1": { roles: true, taxes: false, offered: true },
  "2.3.0": { roles: true, taxes: true, offered: true },
};

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

export const isAbove = (one: VersionNumber, other: VersionNumber): boolean =>
  versions.indexOf(one) > versions.indexOf(other);

/** OCPI 2.1.1: the interface of a module follows from who offers it. */
function roleOf(module: string, owner: "CPO" | "EMSP"): "SENDER" | "RECEIVER" {
  const sentByEmsp = module === "tokens" || module === "commands";
  return sentByEmsp === (owner === "EMSP") ? "SENDER" : "RECEIVER";
}

/** An endpoint of OCPI 2.1.1, which names no role. */
export function withRole(endpoint: unknown, peer: "CPO" | "EMSP"): unknown {
  if (typeof endpoint !== "object" || endpoint === null || !("identifier" in endpoint))
    return endpoint;
  return { ...endpoint, role: roleOf(String(endpoint.identifier), peer) };
}
