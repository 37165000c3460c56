import type { BackOfficeCommand } from "./backoffice-command.ts";
import { operationCommands } from "./operation-command.ts";
import { OPERATOR_RULES } from "./operator-rules.ts";

export const operatorCommand: BackOfficeCommand = {
  name: "operator",
  about:
    "Operators: how they are connected, and the charge records they must be asked about. It speaks to a running service.",
  subcommands: operationCommands("operator", OPERATOR_RULES),
};
