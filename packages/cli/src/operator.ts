import { runBackOfficeCommand } from "./backoffice-command.ts";
import { operatorCommand } from "./operator-command.ts";

await runBackOfficeCommand(operatorCommand);
