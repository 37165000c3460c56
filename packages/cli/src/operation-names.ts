import type { OperationFacts } from "@voltmarg/contract/openapi";

/** What drivers read, by the word that is typed for it. */
export const TEXT_TYPES = { faq: "FAQ", terms: "TOU", privacy: "PRIVACY", popup: "POPUP" };
function texts(words: string, more: string): string[] {
  return Object.entries(TEXT_TYPES).map(([text, type]) => `${text} ${words} type=${type} ${more}`);
}

/**
 * What is typed for an operation whose name does not say it by rule (`stopCharge` is `charge stop <charge>`). Parts:
 * - `<label>` an argument: the path's parameters in order, then the field that this option would name; `<label:field>`.
 * - `field=VALUE` is what these words say; `field?=VALUE` is so unless an option says otherwise.
 * - `--option=field` another name of the option; `--option=@field` names a file with the field's text; `--option` is
 *   for the command's own rule.
 * Null: only commands by hand call it.
 */
export const PROVIDER_NAMES: Readonly<Record<string, string | readonly string[] | null>> = {
  getOverview: "overview",
  searchConsole: "search <words:q>",
  closeChargeUnbilled: "charge close-unbilled <charge>",
  askAboutCharge: "charge ask-again <charge>",
  askAboutPayment: "payment ask-again <payment>",
  listPaymentDisputes: "payment disputes",
  savePaymentEvidence: "payment evidence <dispute>",
  refundByBank: "refund bank <account> <amount>",
  putCompany: "company add <name>",
  listCompanyNumber: "company list-number <company> <mobile>",
  unlistCompanyNumber: "company unlist-number <company> <mobile>",
  limitCompanyNumber: null,
  updateCompany: [
    "company details <company>",
    "company suspend <company> state=SUSPENDED",
    "company activate <company> state=ACTIVE",
  ],
  addCompanyVehicle:
    "company add-vehicle <company> <make> <model> <registration> vehicle_type?=FOUR_WHEELER --vehicle-type=vehicle_type",
  listVehiclesOfCompany: "company vehicles <company>",
  removeCompanyVehicle: "company remove-vehicle <company> <vehicle>",
  recordCompanyPayment: "company pay <company> <amount> <reference>",
  reverseCompanyPayment: "company unpay <company> <reference>",
  getCompanyStatement: "company statement <company> <month>",
  setDriverFlags: "driver set <driver>",
  signOutDriver: "driver sign-out <driver>",
  giveGoodwill: "driver goodwill <driver> <amount>",
  writeOffDebt: "driver write-off <driver>",
  getConsoleDriver: "driver facts <account>",
  showDriver: "driver reveal <account>",
  getDriverTimeline: "driver timeline <account>",
  correctBuyer: "bill correct-buyer <bill>",
  tellBreach: null,
  listRetailRules: "retail list",
  previewRetailRule: "retail preview",
  putRetailRule: "retail set",
  deleteRetailRule: "retail remove",
  createCredential: "credential create <name>",
  revokeCredential: "credential revoke <name>",
  inviteStaff: "staff invite <name>",
  revokeStaff: "staff revoke <name>",
  listAudit: "audit",
  listAccountAudit: "audit accounts",
  addToWhitelist: "whitelist add",
  removeFromWhitelist: "whitelist remove <id>",
  updateSeller: "seller set",
  listTaxRates: "tax list",
  putTaxRate: "tax set",
  getSettlement: "settlement <month>",
  payOperator: "settlement pay <month> <amount> <utr>",
  reverseOperatorPayment: "settlement unpay <month> <utr>",
  checkBooks: "ledger check",
  getBooks: "books show <month>",
  exportBooks: null,
  fileBooks: "books file <month>",
  listGatewaySettlements: "books settlements",
  listCustomerMoney: "books money",
  enterBankBalance: "books bank-balance <day> <balance>",
  listSettlementMismatches: "books mismatches",
  listGstDocuments: "gst-documents",
  registerAgain: "gst-document again <number>",
  changeStaff: "staff role <name>",
  inviteStaffAgain: "staff invite-again <name>",
  listLocations: "station list",
  getConsoleLocation: "station show <station>",
  hideLocation: "station hide <station>",
  showLocation: "station unhide <station>",
  confirmLocationState: "station state <station>",
  listReportedCheckIns: "check-in list --hidden",
  listStationProblems: "problem list",
  closeStationProblem: "problem close <problem>",
  listConsoleTickets: "ticket list state?=OPEN --find=q",
  getConsoleTicket: "ticket show <ticket>",
  answerTicket: "ticket answer <ticket> <text> file_ids= --photos",
  addTicketPhoto: null,
  assignTicket: "ticket assign <ticket> <assignee>",
  closeBackofficeTicket: "ticket close <ticket>",
  getTicketPhoto: "ticket photo <ticket> <photo>",
  updateSupportInformation: "support set",
  listAnswerTemplates: "template list",
  saveAnswerTemplate: "template save <key> version=0 --en=@en --hi=@hi --ur=@ur",
  removeAnswerTemplate: "template remove <key> version=1",
  listMessageVersions: [...texts("list", ""), ...texts("show <key>", "")],
  putMessage: texts("set <key>", "language?=en --from=@text"),
  removeMessage: texts("remove <key>", "language?=en"),
  listAppVersions: "version list",
  putAppVersion: "version set <app> <platform>",
  removeAppVersion: "version remove <app> <platform>",
  listCatalogue: "vehicle list --make",
  putModel: "vehicle set <make> <model> inlets?= unknown=",
  removeModel: "vehicle remove <make> <model>",
};

/** The same of operators: `npm run operator`. */
export const OPERATOR_NAMES: typeof PROVIDER_NAMES = {
  addPartner: "add <name>",
  listPartnerRecords: "list",
  getPartnerRecord: "show <partner>",
  getPartnerFigures: "figures <partner>",
  rotatePartner: "rotate <partner>",
  syncPartner: "sync <partner>",
  acceptPartner: "accept <partner>",
  removePartner: "remove <partner>",
  listPartnerFindings: "findings <partner>",
  checkPartner: "conformance <partner>",
  listPartnerMessages: "messages <partner>",
  decideDispute: "dispute settle <bill>",
  listDisputes: "disputes",
  getQuarantinedCdr: "record show <id>",
  decideQuarantinedCdr: [
    "record release <id> decision=RELEASED",
    "record reject <id> decision=REJECTED",
  ],
  listQuarantinedCdrs: "quarantine",
  listOperatorInvoices: "invoices",
  getOperatorInvoice: null,
  listOperatorInvoiceCdrs: "invoice show <invoice>",
  listNotInvoicedCdrs: "not-invoiced <operator>",
};

/** `getCharge` is `charge show <charge>`, `listCompanies` is `company list`. */
export function nameByRule(id: string, { params = [] }: OperationFacts): string {
  const [verb = "", ...rest] = id
    .replaceAll(/(?<=[a-z])[A-Z]/g, (big) => ` ${big}`)
    .toLowerCase()
    .split(" ");
  const plural = rest.join("-");
  const noun = plural.replace(/ies$/, "y").replace(/(?<=ch)es$|(?<!s)s$/, "");
  return [noun, verb === "get" ? "show" : verb, ...(params.length > 0 ? [`<${noun}>`] : [])].join(
    " ",
  );
}

/** Options that are shorter than their field, by the field; else it is the field's name without `_minor`. */
const OPTIONS: Readonly<Record<string, string>> = {
  allow_multi_charging: "multi",
  bank_reference: "utr",
  battery_capacity: "kwh",
  company_id: "company",
  customer_type: "type",
  gst_in: "gstin",
  holder_name: "holder",
  latest_version: "latest",
  location_id: "location",
  markup_percent: "markup",
  max_dc_intake: "dc",
  minimum_version: "oldest",
  onboard_charger_capacity: "ac",
  opening: "open",
  page_no: "page",
  paid_on: "on",
  partner_type: "type",
  per_kwh_add: "per-kwh",
  postal_code: "pin",
  removed: "all",
  source_date: "date",
  token: "first-token",
  token_encoding: "encoding",
  url: "link",
  vehicle_type: "type",
  versions_url: "versions",
};
export const optionOf = (field: string): string =>
  OPTIONS[field] ?? field.replace(/_minor$/, "").replaceAll("_", "-");

/** The parts of a name, by the field that they are about. */
export type Name = {
  words: string;
  labels: readonly string[];
  is: Record<string, string>;
  preset: Record<string, string>;
  options: Record<string, string>;
  files: Record<string, string>;
  /** Options that are no field. */
  more: readonly string[];
};
export function readName(text: string): Name {
  const parts = text.split(" ");
  const pairs = (shape: RegExp, field = 1, value = 2) =>
    Object.fromEntries(
      parts.flatMap((part) => {
        const found = shape.exec(part);
        return found ? [[found[field]!, found[value]!]] : [];
      }),
    );
  return {
    words: parts.filter((part) => /^[a-z][a-z-]*$/.test(part)).join(" "),
    labels: parts.flatMap((part) => /^<(.+)>$/.exec(part)?.[1] ?? []),
    is: pairs(/^(\w+)=(.*)$/),
    preset: pairs(/^(\w+)\?=(.*)$/),
    options: pairs(/^--([a-z-]+)=(\w+)$/, 2, 1),
    files: pairs(/^--([a-z-]+)=@(\w+)$/, 2, 1),
    more: parts.flatMap((part) => /^--([a-z-]+)$/.exec(part)?.[1] ?? []),
  };
}
