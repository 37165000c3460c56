export const versionCopy = {
  reload: "Reload",
  newerTitle: (version: string) => `Version ${version} is there`,
  getIt: "Get it",
  notNow: "Not now",
  requiredTitle: "Update the app to go on",
  requiredText: (version: string, minimum: string) =>
    `Version ${version} does not work any more; ${minimum} or newer does. A charge that is under way goes on, and can be stopped at the charger or the car.`,
};
