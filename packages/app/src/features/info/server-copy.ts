import { t } from "@lingui/core/macro";
import type { Environment } from "../../native/servers.ts";
import { words } from "../../language/words.ts";

export const serverCopy = words(() => ({
  title: t`Server address`,
  intro: t`Which server this app connects to. Change it only when the provider asks you to.`,
  which: t`Server`,
  environments: {
    DEV: t`Development (DEV)`,
    INT: t`Integration (INT)`,
    TEST: t`Test (TEST)`,
    PROD: t`Production (PROD)`,
  } satisfies Record<Environment, string>,
  custom: t`Another address`,
  noAddress: t`No address in this version`,
  inUse: t`In use`,
  address: t`Address`,
  addressHelp: t`Only the server, such as https://test.example.in`,
  addressWrong: t`Write it like https://test.example.in, without a path`,
  notAllowed: t`This app may use its own servers only`,
  consequence: t`Saving logs you out and removes everything this app keeps on this device. Charging that is under way goes on.`,
  save: t`Save`,
  saving: t`Asking the server`,
  same: t`This server is in use already`,
  silentTitle: t`This server did not answer`,
  silentText: (address: string) =>
    t`Nothing was changed. ${address} may be down, or it does not let this app connect from here: so far a page can connect only to the server it came from.`,
}));
