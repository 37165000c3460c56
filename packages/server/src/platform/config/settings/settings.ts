import type { z } from "zod";
import { APPS_AND_MAPS, BACK_OFFICE, DRIVERS, IMAGES, SIGN_IN, TRIPS } from "./driver-settings.ts";
import { PUSH, SMS_AND_MAIL } from "./messaging-settings.ts";
import { E_INVOICES, OPERATORS, PAYMENTS } from "./partner-settings.ts";
import { DATABASE, OBSERVATION, REPLICAS, SERVICE } from "./service-settings.ts";
import type { Setting, SettingGroup } from "./setting.ts";

/** Every environment variable of the service. A variable that is missing here cannot be read. */
export const SETTINGS = {
  ...SERVICE,
  ...DATABASE,
  ...REPLICAS,
  ...PAYMENTS,
  ...E_INVOICES,
  ...OPERATORS,
  ...DRIVERS,
  ...TRIPS,
  ...BACK_OFFICE,
  ...IMAGES,
  ...SIGN_IN,
  ...SMS_AND_MAIL,
  ...PUSH,
  ...APPS_AND_MAPS,
  ...OBSERVATION,
};

/** The sections of the page of settings, in order. */
export const SETTING_GROUPS: Readonly<Record<string, SettingGroup>> = {
  Service: SERVICE,
  Database: DATABASE,
  Replicas: REPLICAS,
  Payments: PAYMENTS,
  "E-invoices": E_INVOICES,
  Operators: OPERATORS,
  Drivers: DRIVERS,
  Trips: TRIPS,
  "Back office": BACK_OFFICE,
  Images: IMAGES,
  "Sign-in": SIGN_IN,
  "SMS and mail": SMS_AND_MAIL,
  Push: PUSH,
  "Apps and maps": APPS_AND_MAPS,
  Observation: OBSERVATION,
};

export type SettingName = keyof typeof SETTINGS;

/** The type of a setting's value; undefined if it has no default and is not set. */
export type SettingValue<Name extends SettingName> =
  | z.output<(typeof SETTINGS)[Name]["schema"]>
  | ((typeof SETTINGS)[Name] extends { default: unknown } | { needed: "always" }
      ? never
      : undefined);

/** Every setting with its name, in the order of the page. */
export const allSettings = (): readonly (Setting & { name: SettingName })[] =>
  Object.entries<Setting>(SETTINGS).map(([name, setting]) =>
    Object.assign({ name: name as SettingName }, setting),
  );
