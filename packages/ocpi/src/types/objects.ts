import type * as z from "zod/mini";
import type { reading } from "./schemas.ts";

// The objects of OCPI, as they are read: a field that peers may leave out is optional here.

type Read = typeof reading;

/** Text for people, with its language. */
export type DisplayText = z.output<Read["displayText"]>;
/** Decimal degrees as text. */
export type GeoLocation = z.output<Read["geoLocation"]>;
/** The address of a picture. */
export type Image = z.output<Read["image"]>;
/** Name, website and logo of a company. */
export type BusinessDetails = z.output<Read["businessDetails"]>;
/** Where the energy comes from. */
export type EnergyMix = z.output<Read["energyMix"]>;
/** Opening hours with their exceptions, in the time of the place. */
export type Hours = z.output<Read["hours"]>;
/** A plug: volts, amperes, and watts. */
export type Connector = z.output<Read["connector"]>;
/** A charging point, of which one connector can be used at a time. */
export type Evse = z.output<Read["evse"]>;
/** Which CDRs stand on an invoice of an operator. */
export type InvoiceRecord = z.output<Read["invoiceRecord"]>;
/** A station with its EVSEs. */
export type Location = z.output<Read["location"]>;
/** Any fields of a connector, and its `last_updated`. */
export type ConnectorPatch = z.output<Read["connectorPatch"]>;
/** Any fields of an EVSE, and its `last_updated`. */
export type EvsePatch = z.output<Read["evsePatch"]>;
/** Any fields of a location, and its `last_updated`. */
export type LocationPatch = z.output<Read["locationPatch"]>;
/** An amount without and, if known, with VAT, in units of its currency. */
export type Price = z.output<Read["price"]>;
/** A price per kWh, hour, hour of parking or session. `price_incl_vat`: as sent, where it includes tax. */
export type PriceComponent = z.output<Read["priceComponent"]>;
/** When a tariff element applies. */
export type TariffRestrictions = z.output<Read["tariffRestrictions"]>;
/** Price components with their restrictions. */
export type TariffElement = z.output<Read["tariffElement"]>;
/** Prices in the order in which they are tried. */
export type Tariff = z.output<Read["tariff"]>;
/** What a driver identifies with. */
export type Token = z.output<Read["token"]>;
/** Any fields of a token, and its `last_updated`. */
export type TokenPatch = z.output<Read["tokenPatch"]>;
/** A location, or some of its EVSEs. */
export type LocationReferences = z.output<Read["locationReferences"]>;
/** Whether a token may charge. */
export type AuthorizationInfo = z.output<Read["authorizationInfo"]>;
/** The token of a session or a CDR. */
export type CdrToken = z.output<Read["cdrToken"]>;
/** A part of a session in which the same prices apply. */
export type ChargingPeriod = z.output<Read["chargingPeriod"]>;
/** A charging session under way or ended; kWh. */
export type Session = z.output<Read["session"]>;
/** Any fields of a session, and its `last_updated`; periods are appended. */
export type SessionPatch = z.output<Read["sessionPatch"]>;
/** Where a session took place. */
export type CdrLocation = z.output<Read["cdrLocation"]>;
/** What a session cost; kWh and hours. */
export type Cdr = z.output<Read["cdr"]>;
/** The body of START_SESSION. */
export type StartSession = z.output<Read["startSession"]>;
/** The body of STOP_SESSION. */
export type StopSession = z.output<Read["stopSession"]>;
/** The body of RESERVE_NOW. */
export type ReserveNow = z.output<Read["reserveNow"]>;
/** The body of CANCEL_RESERVATION. */
export type CancelReservation = z.output<Read["cancelReservation"]>;
/** How a driver wants to be charged. */
export type ChargingPreferences = z.output<Read["chargingPreferences"]>;
/** Whether preferences were accepted. */
export type ChargingPreferencesResponse = z.output<Read["chargingPreferencesResponse"]>;
/** A party behind a hub, and whether it is connected. */
export type ClientInfo = z.output<Read["clientInfo"]>;
/** The CPO's answer to a command; `timeout` in seconds. */
export type CommandResponse = z.output<Read["commandResponse"]>;
/** The charge point's answer to a command. */
export type CommandResult = z.output<Read["commandResult"]>;
/** A version with the address of its details. */
export type Version = z.output<Read["version"]>;
/** The address of a module, in one role. */
export type Endpoint = z.output<Read["endpoint"]>;
/** The endpoints of a version. */
export type VersionDetails = z.output<Read["versionDetails"]>;
/** A token for the reader, and who sends it. */
export type Credentials = z.output<Read["credentials"]>;
