/** One part of an object that was not read as sent. */
export type Finding = {
  /** Path in the object: `evses.0.connectors.1.max_voltage`; "" for the whole object. */
  path: string;
  /** What is wrong, in a few words: `number expected`. */
  message: string;
  /**
   * LEFT_OUT: read without this field or item of a list; READ_AS: another value was read in its place, which the
   * message names; REFUSED: the object was refused because of it.
   */
  outcome: "LEFT_OUT" | "READ_AS" | "REFUSED";
  /** The value sent, as JSON, at most 200 characters. */
  raw: string;
};

/** The findings in one object of a peer. */
export type Found = {
  /** OCPI's name of the module: `locations`. */
  module: string;
  /** The ids that lead to it, joined by `/`, if they can be read: `IN/ABC/LOC1/EVSE1`. */
  object: string;
  findings: readonly Finding[];
};

const EXCERPT = 200;

/** The value at a path of a parsed JSON value. */
export function excerpt(value: unknown, path: readonly PropertyKey[] = []): string {
  let at = value;
  for (const key of path)
    at =
      typeof at === "object" && at !== null ? (at as Record<PropertyKey, unknown>)[key] : undefined;
  return (JSON.stringify(at) ?? "absent").slice(0, EXCERPT);
}

/** The ids of an object that was sent without an address. */
export function objectOf(raw: unknown): string {
  const { country_code, party_id, id } = (raw ?? {}) as Partial<Record<string, unknown>>;
  return [country_code, party_id, id]
    .filter((each) => typeof each === "string" || typeof each === "number")
    .join("/");
}
