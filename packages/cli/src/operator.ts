import { runDeskCommand } from "./backoffice-command.ts";
import { operatorCommand } from "./operator-command.ts";

await runDeskCommand(operatorCommand);
