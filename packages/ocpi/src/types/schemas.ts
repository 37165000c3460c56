import * as z from "zod/mini";
import { type Finding, excerpt } from "../findings.ts";
import { tidy } from "../json.ts";
import { commandSchemas } from "./commands.ts";
import { credentialsSchemas } from "./credentials.ts";
import { invoiceRecordSchemas } from "./invoice-records.ts";
import { type Leaf, writing as writingLeaf } from "./scalars.ts";
import { locationSchemas } from "./locations.ts";
import { PLAIN, complaint, readLeniently, type ReadingOptions } from "./read-leniently.ts";
import { reading as readingLeaf } from "./read-scalar.ts";
import { sessionSchemas } from "./sessions.ts";
import { tariffSchemas } from "./tariffs.ts";
import { tokenSchemas } from "./tokens.ts";

function schemas(leaf: Leaf) {
  const places = locationSchemas(leaf);
  const tariffs = tariffSchemas(leaf, places);
  const tokens = tokenSchemas(leaf, places);
  return {
    ...places,
    ...tariffs,
    ...tokens,
    ...sessionSchemas(leaf, places, tariffs),
    ...commandSchemas(leaf, places, tokens),
    ...credentialsSchemas(leaf, places),
    ...invoiceRecordSchemas(leaf),
  };
}

/** What a peer may send, for `read`: unknown fields ignored, unknown enum values kept, dates normalised. */
export const reading = schemas(readingLeaf);
/** What we may send: lengths, closed lists and date form as the standard says. */
export const writing = schemas(writingLeaf);

/**
 * Finds in an object that was read what cannot be right by rules beyond OCPI's. It is called with the schema, changes
 * nothing and must not throw.
 */
export type Judge = (schema: z.ZodMiniType, data: unknown) => readonly Finding[];

export type ReadResult<T> =
  | { ok: true; data: T; findings: Finding[] }
  | { ok: false; message: string; findings: Finding[] };

const forgiving = new WeakSet<z.core.$ZodType>(Object.values(reading));

/**
 * Reads a parsed JSON value with one of the schemas; a null field counts as absent. With one of `reading`, a missing
 * or unreadable part loses no more than the schema declares.
 */
export function read<S extends z.ZodMiniType>(
  schema: S,
  value: unknown,
  { judge, ...options }: ReadingOptions & { judge?: Judge | undefined } = {},
): ReadResult<z.output<S>> {
  if (!forgiving.has(schema)) return readStrictly(schema, value);
  const result = readLeniently(schema, value, options);
  if ("refused" in result) return refused(result.refused);
  const { data, findings } = result;
  return {
    ok: true,
    data: data as z.output<S>,
    findings: [...findings, ...(judge?.(schema, data) ?? [])],
  };
}

function readStrictly<S extends z.ZodMiniType>(schema: S, value: unknown): ReadResult<z.output<S>> {
  const result = z.safeParse(schema, tidy(value), PLAIN);
  if (result.success) return { ok: true, data: result.data, findings: [] };
  return refused(
    result.error.issues.slice(0, 5).map((issue) => ({
      path: issue.path.join("."),
      message: complaint(issue),
      outcome: "REFUSED",
      raw: excerpt(value, issue.path),
    })),
  );
}

function refused(findings: Finding[]): { ok: false; message: string; findings: Finding[] } {
  const message = findings.map((each) => `${each.path || "body"}: ${each.message}`).join("; ");
  return { ok: false, message, findings };
}

/** Checks what we are about to send. Throws on our own mistake, naming the field. */
export function write<S extends z.ZodMiniType>(schema: S, value: z.output<S>): z.output<S> {
  const result = readStrictly(schema, value);
  if (!result.ok) throw new Error(`not valid OCPI to send: ${result.message}`);
  return result.data;
}

type Read = typeof reading;
export type DisplayText = z.output<Read["displayText"]>;
export type GeoLocation = z.output<Read["geoLocation"]>;
export type Image = z.output<Read["image"]>;
export type BusinessDetails = z.output<Read["businessDetails"]>;
export type EnergyMix = z.output<Read["energyMix"]>;
export type Hours = z.output<Read["hours"]>;
export type Connector = z.output<Read["connector"]>;
export type Evse = z.output<Read["evse"]>;
export type Location = z.output<Read["location"]>;
export type ConnectorPatch = z.output<Read["connectorPatch"]>;
export type EvsePatch = z.output<Read["evsePatch"]>;
export type LocationPatch = z.output<Read["locationPatch"]>;
export type Price = z.output<Read["price"]>;
export type PriceComponent = z.output<Read["priceComponent"]>;
export type TariffRestrictions = z.output<Read["tariffRestrictions"]>;
export type TariffElement = z.output<Read["tariffElement"]>;
export type Tariff = z.output<Read["tariff"]>;
export type Token = z.output<Read["token"]>;
export type TokenPatch = z.output<Read["tokenPatch"]>;
export type LocationReferences = z.output<Read["locationReferences"]>;
export type AuthorizationInfo = z.output<Read["authorizationInfo"]>;
export type CdrToken = z.output<Read["cdrToken"]>;
export type ChargingPeriod = z.output<Read["chargingPeriod"]>;
export type Session = z.output<Read["session"]>;
export type SessionPatch = z.output<Read["sessionPatch"]>;
export type CdrLocation = z.output<Read["cdrLocation"]>;
export type Cdr = z.output<Read["cdr"]>;
export type StartSession = z.output<Read["startSession"]>;
export type StopSession = z.output<Read["stopSession"]>;
export type ReserveNow = z.output<Read["reserveNow"]>;
export type CancelReservation = z.output<Read["cancelReservation"]>;
export type ChargingPreferences = z.output<Read["chargingPreferences"]>;
export type ChargingPreferencesResponse = z.output<Read["chargingPreferencesResponse"]>;
export type InvoiceRecord = z.output<Read["invoiceRecord"]>;
export type ClientInfo = z.output<Read["clientInfo"]>;
export type CommandResponse = z.output<Read["commandResponse"]>;
export type CommandResult = z.output<Read["commandResult"]>;
export type Version = z.output<Read["version"]>;
export type Endpoint = z.output<Read["endpoint"]>;
export type VersionDetails = z.output<Read["versionDetails"]>;
export type Credentials = z.output<Read["credentials"]>;
