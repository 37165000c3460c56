import { runDeskCommand } from "./desk-command.ts";
import { providerCommand } from "./provider-command.ts";

await runDeskCommand(providerCommand);
