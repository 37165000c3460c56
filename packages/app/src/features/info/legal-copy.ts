import { t } from "@lingui/core/macro";
import { words } from "../../language/words.ts";

export const legalCopy = words(() => ({
  title: t`Legal information`,
  failed: t`This information did not load`,
  seller: t`Who sells`,
  sellerExample: t`Sample: seller details are not real.`,
  name: t`Name`,
  address: t`Address`,
  branches: t`Branches`,
  gstIn: t`GSTIN`,
  website: t`Website`,
  care: t`Customer care`,
  phone: t`Phone`,
  email: t`E-mail`,
  hours: t`Hours`,
  officer: t`Grievance officer`,
  noOfficer: t`No grievance officer is named yet. Write to customer care.`,
  designation: t`Designation`,
  clocks: t`You get an answer to a complaint within 48 hours and a solution within one month. If you do not, or are not satisfied, the grievance officer takes it over.`,
  documents: t`Terms and privacy`,
  terms: t`Terms and Conditions`,
  privacy: t`Privacy Policy`,
  version: (version: number, day: string) => t`Version ${version}, ${day}`,
  /** Above the provider's text, which has a title of its own. */
  refundsFailed: t`The rules for refunds and cancellation are in the terms.`,
}));
