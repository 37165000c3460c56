/** The service on a fake clock with an operator whose every word is chosen, for the runs that try to break it. */
export {
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
