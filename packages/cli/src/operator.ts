import { runDeskCommand } from "./desk-command.ts";
import { operatorCommand } from "./operator-command.ts";

await runDeskCommand(operatorCommand);
