/** The service's settings, for the programs that start it and that check them. */
export { INSTALLATION, PROGRAM } from "./installation.ts";
export { ConfigError, readConfig } from "./config.ts";
export { readConfigHere } from "./folders.ts";
export { settingTexts } from "./read-settings.ts";
export { createRedactor } from "./redact.ts";
export { adviceOn } from "./production-checks.ts";
export { settingsReader } from "./read-settings.ts";
export { settingsPage } from "./settings-page.ts";
export { isWebPushKey, newWebPushKeys } from "./web-push-keys.ts";
export { PROFILES } from "./settings/setting.ts";
export { allSettings, SETTINGS } from "./settings/settings.ts";
