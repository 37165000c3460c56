import { runDeskCommand } from "./backoffice-command.ts";
import { providerCommand } from "./provider-command.ts";

await runDeskCommand(providerCommand);
