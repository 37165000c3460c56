import { cdrs } from "./cdrs.ts";
import { companies } from "./companies.ts";
import { answers, results } from "./commands.ts";
import { connectors } from "./connectors.ts";
import { evses } from "./evses.ts";
import { hours } from "./hours.ts";
import { lists } from "./lists.ts";
import { locations } from "./locations.ts";
import { sessions } from "./sessions.ts";
import { tariffs } from "./tariffs.ts";

/**
 * Objects as real operators send them, written by us from observations: each with its source and the expected
 * outcome.
 */
export const corpus = {
  places: [...locations, ...companies, ...hours, ...evses, ...connectors],
  tariffs,
  sessions,
  cdrs,
  answers,
  results,
  lists,
};
export * from "./good.ts";
export * from "./case.ts";
