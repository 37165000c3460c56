import { runBackOfficeCommand } from "./backoffice-command.ts";
import { providerCommand } from "./provider-command.ts";

await runBackOfficeCommand(providerCommand);
