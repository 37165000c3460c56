import type { Operation } from "./route-texts.ts";
import { accountOperations } from "./texts/account.ts";
import { backOfficeOperations } from "./texts/back-office.ts";
import { chargingOperations } from "./texts/charging.ts";
import { consoleOperations } from "./texts/console.ts";
import { driverOperations } from "./texts/driver.ts";
import { staffOperations } from "./texts/staff.ts";
import { stationOperations } from "./texts/stations.ts";
import { tripOperations } from "./texts/trips.ts";

/** Every route of the contract with its text. */
export const operations: readonly Operation[] = [
  ...accountOperations,
  ...stationOperations,
  ...tripOperations,
  ...chargingOperations,
  ...driverOperations,
  ...backOfficeOperations,
  ...consoleOperations,
  ...staffOperations,
];
