import { words } from "./format.ts";

/** Names of fields that their own words would not say well. */
const LABELS: Record<string, string> = {
  amount_minor: "Amount in rupees",
  tds_minor: "TDS that the company kept, in rupees",
  owed_minor: "Owed to the operator, in rupees",
  limit_minor: "Limit a month in rupees",
  reference: "Reference",
  reason: "Reason",
  because: "Reason",
  bank_reference: "The bank’s reference (UTR)",
  q: "Search",
  gst_in: "GSTIN",
  sac: "Services Accounting Code",
  markup_percent: "Markup in percent",
  per_kwh_add: "Rupees more a kWh, without GST",
  percent: "GST in percent",
  versions_url: "The operator's versions URL",
  token: "The operator's first token",
  token_encoding: "How it reads tokens",
  ocpi_version: "Version of OCPI",
  allow_multi_charging: "Several charging sessions at once",
  whole: "Everything, not only what changed",
  until: "Until",
  mobile: "Mobile number",
  operator: "Operator",
};
/** What a member should know before they write it. */
const HELP: Record<string, string> = {
  reference: "The same reference is booked once, however often it is sent.",
  reason: "It is kept in the audit log.",
  because: "It is kept in the audit log.",
};

/** Choices that are abbreviations of the standard's. */
export const CHOICES: Record<string, string> = {
  CPO: "Operator (CPO)",
  HUB: "Hub",
  base64: "In Base64, as OCPI 2.2.1 says",
  raw: "As they are",
};

export const labelOf = (name: string): string => LABELS[name] ?? words(name);
export const helpOf = (name: string): string | undefined => HELP[name];
