/** One place of an object that was not read as it came. */
export type Finding = {
  /** Where in the object: `evses.0.connectors.1.max_voltage`; "" for the whole of it. */
  path: string;
  /** What is wrong, in a few words: `number expected`. */
  message: string;
  /**
   * LEFT_OUT: read without this field or item of a list; READ_AS: something else was read in its place, which the message
   * names; REFUSED: because of it the object was not taken.
   */
  outcome: "LEFT_OUT" | "READ_AS" | "REFUSED";
  /** What stood there, as JSON, at most 200 characters. */
  raw: string;
};

/** What was found in one object of a peer. */
export type Found = {
  /** OCPI's name of the module: `locations`. */
  module: string;
  /** The ids that lead to it, joined by `/`, as far as they can be read: `IN/ABC/LOC1/EVSE1`. */
  object: string;
  findings: readonly Finding[];
};

const EXCERPT = 200;

/** What stands at a path of a parsed JSON value. */
export function excerpt(value: unknown, path: readonly PropertyKey[] = []): string {
  let at = value;
  for (const key of path)
    at =
      typeof at === "object" && at !== null ? (at as Record<PropertyKey, unknown>)[key] : undefined;
  return (JSON.stringify(at) ?? "absent").slice(0, EXCERPT);
}

/** The ids of an object that came without an address. */
export function objectOf(raw: unknown): string {
  const { country_code, party_id, id } = (raw ?? {}) as Partial<Record<string, unknown>>;
  return [country_code, party_id, id]
    .filter((each) => typeof each === "string" || typeof each === "number")
    .join("/");
}
