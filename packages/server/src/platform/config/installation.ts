import { join } from "node:path";

/** The folder of this program: a checkout, or an installation made of one. */
export const PROGRAM = join(import.meta.dirname, "..", "..", "..", "..", "..");

/**
 * What an installation consists of, by its path in the program's folder. `npm run build` makes the pages, and
 * `npm run build -- --into FOLDER` copies all of it, with the packages that the programs import.
 */
export const INSTALLATION = {
  app: "packages/app/dist",
  console: "packages/console/dist",
  /** With its migrations, fonts and the catalogue of vehicles. */
  server: "packages/server",
  /** The commands provider, operator, price and config. */
  cli: "packages/cli",
} as const;
