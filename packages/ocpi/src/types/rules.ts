import type * as z from "zod/mini";
import type { Finding } from "../findings.ts";

/** Degrees around a country with its islands. */
export type Area = { south: number; north: number; west: number; east: number };

/**
 * Finds in an object that was read what cannot be right by rules beyond OCPI's. It is called with the schema, changes
 * nothing and must not throw.
 */
export type Judge = (schema: z.ZodMiniType, data: unknown) => readonly Finding[];

/** What a caller knows beyond OCPI: it is applied to every object that is read. */
export type ReadingRules = {
  /**
   * Names of plugs that peers send in `standard`, in capital letters and digits alone, with the name to read:
   * `{ CCS2: "IEC_62196_T2_COMBO" }` for `ccs-2`.
   */
  connectorNames?: Readonly<Record<string, string>>;
  /** By code of a country, of two and of three letters: a location of it that is outside is refused. */
  areas?: Readonly<Record<string, Area>>;
  /** Called for each object that could be read. */
  judge?: Judge;
};

/** What is known of an object beside its text. */
export type ReadingOptions = {
  /** Epoch milliseconds: an object without a date counts as changed when it arrived. Default: the machine's clock. */
  now?: number | undefined;
  /** Ids from the address, used if the object lacks them. */
  address?: Readonly<Record<string, unknown>> | undefined;
  /** The peer's party, if it has only one: used for an object that should name a party and does not. */
  owner?: Readonly<Record<string, unknown>> | undefined;
  /** What the peer is: credentials of OCPI 2.1.1 do not say it. Default: CPO. */
  peer?: "CPO" | "EMSP" | undefined;
  /** The caller's own rules. Default: none. */
  rules?: ReadingRules | undefined;
};
