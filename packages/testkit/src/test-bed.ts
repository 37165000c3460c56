/** The service on a fake clock with an operator controlled by the test, for the fault runs. */
export {
  PROVIDER_TOKEN,
  START,
  startHarness,
  stopDatabases,
  type Driver,
  type FreePlug,
  type Harness,
} from "./harness.ts";
export {
  cdrOf,
  connectorOf,
  evseOf,
  locationOf,
  openPartner,
  sessionOf,
  tariffOf,
  type Partner,
} from "./partner.ts";
export { versions as ocpiVersions, type VersionNumber } from "@voltmarg/ocpi";
export { openOwnOperator, type OwnCharge, type OwnOperator } from "./own-operator.ts";
export { accountBalances } from "./ledger-of.ts";
/** The notifications of the service. */
export { createNotices } from "../../server/src/features/notifications/notices.ts";
