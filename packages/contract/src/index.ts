import type * as z from "zod/mini";
import * as accounts from "./accounts.ts";
import * as audit from "./audit.ts";
import * as charging from "./charging.ts";
import * as companies from "./companies.ts";
import * as consent from "./consent.ts";
import * as content from "./content.ts";
import * as backoffice from "./backoffice.ts";
import * as books from "./books.ts";
import * as development from "./development.ts";
import {
  type GivenConsent as GivenConsentShape,
  NoticeLanguage as NoticeLanguageShape,
} from "./given-consent.ts";
import * as files from "./files.ts";
import * as invoice from "./invoice.ts";
import * as legal from "./legal.ts";
import * as notifications from "./notifications.ts";
import * as partners from "./partners.ts";
import * as personalData from "./personal-data.ts";
import * as provider from "./provider.ts";
import * as ratings from "./ratings.ts";
import * as signIns from "./sign-ins.ts";
import * as social from "./social.ts";
import * as staff from "./staff.ts";
import * as stations from "./stations.ts";
import * as support from "./support.ts";
import * as trips from "./trips.ts";
import * as vehicles from "./vehicles.ts";
import * as wallet from "./wallet.ts";

export {
  accounts,
  audit,
  charging,
  companies,
  consent,
  content,
  backoffice,
  books,
  development,
  files,
  invoice,
  legal,
  notifications,
  partners,
  personalData,
  provider,
  ratings,
  signIns,
  social,
  staff,
  stations,
  support,
  trips,
  vehicles,
  wallet,
};
export { hasPersonal, maskPersonal, type PersonalKind } from "./personal.ts";
export { errorCatalogue, type ErrorCode, type Problem } from "./errors.ts";
export {
  fieldProblem,
  fieldProblemOf,
  fieldRules,
  MOST_FIELD_PROBLEMS,
  type FieldIssue,
  type FieldProblem,
  type FieldRule,
} from "./field-problems.ts";
export { buyerProblems } from "./registered-buyer.ts";
export {
  EFFECTS,
  mayDo,
  type Budget,
  type Effect,
  type EffectRule,
  type StaffRole,
} from "./effects.ts";
export {
  BYTES_IN,
  BYTES_OUT,
  guardOf,
  mostBodyOf,
  route,
  SHARED_BUDGET,
  USUAL_BODY,
  type Access,
  type RouteSpec,
  type RouteInput,
  type RouteCall,
  type RouteOutput,
  type RouteError,
} from "./route.ts";

export type User = z.output<typeof accounts.User>;
export type Tokens = z.output<typeof accounts.Tokens>;
export type Closure = z.output<typeof accounts.Closure>;
export type SignIn = z.output<typeof signIns.SignIn>;
export type Passkey = z.output<typeof signIns.Passkey>;
export type AccountEntry = z.output<typeof audit.AccountEntry>;
export type Vehicle = z.output<typeof vehicles.Vehicle>;
export type VehicleModel = z.output<typeof vehicles.VehicleModel>;
export type CatalogueEntry = z.output<typeof vehicles.CatalogueEntry>;
export type Breach = z.output<typeof personalData.Breach>;
export type Location = z.output<typeof stations.Location>;
export type Evse = z.output<typeof stations.Evse>;
export type Connector = z.output<typeof stations.Connector>;
export type Tariff = z.output<typeof stations.Tariff>;
export type StationWatch = z.output<typeof stations.StationWatch>;
export type StationNotice = z.output<typeof stations.StationNotice>;
export type CheckIn = z.output<typeof stations.CheckIn>;
export type ReportedCheckIn = z.output<typeof stations.ReportedCheckIn>;
export type StationSummary = z.output<typeof stations.StationSummary>;
export type StationProblem = z.output<typeof stations.StationProblem>;
export type Pin = z.output<typeof stations.Pin>;
export type Estimation = z.output<typeof stations.Estimation>;
export type EstimationInfo = z.output<typeof charging.EstimationInfo>;
export type Session = z.output<typeof charging.Session>;
export type SessionFailure = z.output<typeof charging.SessionFailure>;
export type Cdr = z.output<typeof charging.Cdr>;
export type BillParty = z.output<typeof invoice.BillParty>;
export type Invoice = z.output<typeof invoice.Invoice>;
export type Books = z.output<typeof books.Books>;
export type GatewaySettlement = z.output<typeof books.GatewaySettlement>;
export type CustomerMoneyDay = z.output<typeof books.CustomerMoneyDay>;
export type SettlementMismatch = z.output<typeof books.SettlementMismatch>;
export type BooksFile = z.output<typeof books.BooksFile>;
export type BillInfo = z.output<typeof invoice.BillInfo>;
export type PowerConsumption = z.output<typeof charging.powerConsumption.response>["data"];
export type PaidWith = z.output<typeof wallet.PaidWith>;
export type Wallet = z.output<typeof wallet.Wallet>;
export type Movement = z.output<typeof wallet.Movement>;
export type Withdrawal = z.output<typeof wallet.Withdrawal>;
export type TopUp = z.output<typeof wallet.TopUp>;
export type CustomerType = z.output<typeof accounts.CustomerType>;
export type RetailRule = z.output<typeof provider.RetailRule>;
export type RetailEntry = z.output<typeof provider.RetailEntry>;
export type TaxRate = z.output<typeof provider.TaxRate>;
export type RetailPreview = z.output<typeof provider.RetailPreview>;
export type Dispute = z.output<typeof provider.Dispute>;
export type QuarantinedCdr = z.output<typeof provider.QuarantinedCdr>;
export type CompanyOffer = z.output<typeof companies.CompanyOffer>;
export type CompanyAccount = z.output<typeof companies.CompanyAccount>;
export type CompanyStatement = z.output<typeof companies.CompanyStatement>;
export type GstDocument = z.output<typeof provider.GstDocument>;
export type OperatorInvoice = z.output<typeof provider.OperatorInvoice>;
export type OperatorInvoiceSum = z.output<typeof provider.OperatorInvoiceSum>;
export type OperatorInvoiceCdr = z.output<typeof provider.OperatorInvoiceCdr>;
export type NotInvoicedCdr = z.output<typeof provider.NotInvoicedCdr>;
export type Settlement = z.output<typeof backoffice.Settlement>;
export type StaffCredential = z.output<typeof backoffice.StaffCredential>;
export type BackofficeEntry = z.output<typeof backoffice.BackofficeEntry>;
export type ConsoleCharge = z.output<typeof backoffice.ConsoleCharge>;
export type OcpiMessageLine = z.output<typeof backoffice.OcpiMessageLine>;
export type ConsoleChargeDetails = z.output<typeof backoffice.ConsoleChargeDetails>;
export type Approval = z.output<typeof backoffice.Approval>;
export type Overview = z.output<typeof backoffice.Overview>;
export type ConsoleFound = z.output<typeof backoffice.Found>;
export type ConsoleLocation = z.output<typeof backoffice.ConsoleLocation>;
export type ConsoleLocationDetails = z.output<typeof backoffice.ConsoleLocationDetails>;
export type ConsoleDriver = z.output<typeof backoffice.ConsoleDriver>;
export type TimelineEntry = z.output<typeof backoffice.TimelineEntry>;
export type ConsolePayment = z.output<typeof backoffice.ConsolePayment>;
export type PaymentDispute = z.output<typeof backoffice.PaymentDispute>;
export type ConsoleRefund = z.output<typeof backoffice.ConsoleRefund>;
export type ChargeStep = z.output<typeof backoffice.ChargeStep>;
export type StaffMember = z.output<typeof staff.StaffMember>;
export type StaffInvitation = z.output<typeof staff.StaffInvitation>;
export type StaffOpenidRefusal = z.output<typeof staff.StaffOpenidRefusal>;
export type StaffSignedIn = z.output<typeof staff.StaffSignedIn>;
export type Seller = z.output<typeof backoffice.Seller>;
export type WhitelistEntry = z.output<typeof backoffice.WhitelistEntry>;
export type DriverExport = z.output<typeof personalData.DriverExport>;
export type Erasure = z.output<typeof personalData.Erasure>;
export type Obstacle = z.output<typeof personalData.Obstacle>;
export type Partner = z.output<typeof partners.Partner>;
export type PartnerFigures = z.output<typeof partners.PartnerFigures>;
export type PartnerMessages = z.output<typeof partners.PartnerMessages>;
export type OperatorHealth = z.output<typeof partners.OperatorHealth>;
export type PartnerRecord = z.output<typeof partners.PartnerRecord>;
export type PartnerConformance = z.output<typeof partners.PartnerConformance>;
export type PartnerFindings = z.output<typeof partners.PartnerFindings>;
export type FileRecord = z.output<typeof files.FileRecord>;
export type Notification = z.output<typeof notifications.Notification>;
export type NotificationPreferences = z.output<typeof notifications.NotificationPreferences>;
export type MessageCounts = z.output<typeof notifications.MessageCounts>;
export type Rating = z.output<typeof ratings.Rating>;
export type Consent = z.output<typeof consent.Consent>;
export type GivenConsent = z.output<typeof GivenConsentShape>;
export type PrivacyNotice = z.output<typeof consent.PrivacyNotice>;
export type NoticeLanguage = z.output<typeof NoticeLanguageShape>;
export const noticeLanguages = NoticeLanguageShape.options;
export type Legal = z.output<typeof legal.Legal>;
export type SupportInformation = z.output<typeof support.SupportInformation>;
export type Ticket = z.output<typeof support.Ticket>;
export type TicketSummary = z.output<typeof support.TicketSummary>;
export type TicketMessage = z.output<typeof support.TicketMessage>;
export type BackofficeTicket = z.output<typeof support.BackofficeTicket>;
export type ConsoleTicket = z.output<typeof backoffice.ConsoleTicket>;
export type ConsoleTicketSummary = z.output<typeof backoffice.ConsoleTicketSummary>;
export type TicketCounts = z.output<typeof backoffice.TicketCounts>;
export type AnswerTemplate = z.output<typeof backoffice.AnswerTemplate>;
export type TripPlan = z.output<typeof trips.TripPlan>;
export type TripGap = z.output<typeof trips.TripGap>;
export type TripStop = z.output<typeof trips.TripStop>;
export type Trip = z.output<typeof trips.Trip>;
export type TripStopNow = z.output<typeof trips.TripStopNow>;
export type TripBattery = z.output<typeof trips.TripBattery>;
export type TripSummary = z.output<typeof trips.TripSummary>;
export type SharedTrip = z.output<typeof trips.SharedTrip>;
export type TripAssumption = z.output<typeof trips.TripAssumption>;
export type Language = z.output<typeof content.Language>;
export type CustomMessage = z.output<typeof content.CustomMessage>;
export type MessageVersion = z.output<typeof content.MessageVersion>;
export type AppVersion = z.output<typeof content.AppVersion>;
