import { answerTemplateCommands } from "./answer-template-command.ts";
import { accountCommands } from "./account-command.ts";
import { approvalCommands } from "./approval-command.ts";
import { booksCommands } from "./books-command.ts";
import { breachCommands } from "./breach-command.ts";
import { auditCommands } from "./audit-command.ts";
import { chargeCommands } from "./charge-command.ts";
import { companyCommands } from "./company-command.ts";
import { contentCommands } from "./content-command.ts";
import type { BackOfficeCommand } from "./backoffice-command.ts";
import { driverCommands } from "./driver-command.ts";
import { gstDocumentCommands } from "./gst-document-command.ts";
import { messageCommands } from "./message-command.ts";
import { officeCommands } from "./administration-command.ts";
import { overviewCommands } from "./overview-command.ts";
import { personalDataCommands } from "./personal-data-command.ts";
import { placeCommands } from "./place-command.ts";
import { retailCommands } from "./retail-command.ts";
import { staffCommands } from "./staff-command.ts";
import { stationCommands } from "./station-command.ts";
import { ticketCommands } from "./ticket-command.ts";
import { vehicleCommands } from "./vehicle-command.ts";

const subcommands = [
  ...overviewCommands,
  ...chargeCommands,
  ...companyCommands,
  ...driverCommands,
  ...accountCommands,
  ...approvalCommands,
  ...personalDataCommands,
  ...breachCommands,
  ...retailCommands,
  ...auditCommands,
  ...officeCommands,
  ...booksCommands,
  ...gstDocumentCommands,
  ...staffCommands,
  ...placeCommands,
  ...stationCommands,
  ...ticketCommands,
  ...answerTemplateCommands,
  ...contentCommands,
  ...vehicleCommands,
  ...messageCommands,
];

export const providerCommand: BackOfficeCommand = {
  name: "provider",
  about: "The provider's back office. It calls a running service, which logs every call.",
  subcommands,
};
