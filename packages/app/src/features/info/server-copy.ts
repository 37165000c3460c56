import type { Environment } from "../../native/servers.ts";

export const serverCopy = {
  title: "Server address",
  intro: "Which server this app speaks to. Change it only when the provider asks you to.",
  which: "Server",
  environments: {
    DEV: "Development (DEV)",
    INT: "Integration (INT)",
    TEST: "Test (TEST)",
    PROD: "Production (PROD)",
  } satisfies Record<Environment, string>,
  custom: "Another address",
  noAddress: "No address in this version",
  inUse: "In use",
  address: "Address",
  addressHelp: "Only the server, such as https://test.example.in",
  addressWrong: "Write it like https://test.example.in, without a path",
  notAllowed: "This app may use its own servers only",
  consequence:
    "Saving signs you out and removes everything this app keeps on this device. A charge that is under way goes on.",
  save: "Save",
  saving: "Asking the server",
  same: "This server is in use already",
  silentTitle: "This server did not answer",
  silentText: (address: string) =>
    `Nothing was changed. ${address} may be down, or it does not let this app ask it from here: a page may so far speak only to the server it came from.`,
};
