import type { CommandResponse, CommandResult } from "@voltmarg/ocpi";
import type { Store } from "./store.ts";

/** What the operator does after an accepted START_SESSION, `after` seconds later. */
export type Step = { after: number } & (
  | { do: "answer"; result: CommandResult["result"]; text: string }
  /** The charge begins; with `answer` a command result is sent. */
  | { do: "begin"; answer: boolean; onlyIfPlugged?: boolean }
);

/** Faults of an operator after the start of a charge. */
export type Habits = {
  /** It does not support remote stops: a charge ends with the car. */
  refusesStop?: boolean;
  /** Percent of its own price that it asks; absent: 100. */
  asksPercent?: number;
  /** Its CDRs say watt-hours where kilowatt-hours belong. */
  recordsInWh?: boolean;
};

export type Scenario = { response: CommandResponse; steps: readonly Step[]; habits?: Habits };

const begins = [{ after: 2, do: "begin", answer: true }] as const;
const accepted = (timeout: number): CommandResponse => ({ result: "ACCEPTED", timeout });
export const say = (text: string) => [{ language: "en", text }];

export const scenarios = {
  happy: { response: accepted(30), steps: begins },
  rejects: {
    response: {
      result: "REJECTED",
      timeout: 0,
      message: say("The charge point refuses remote starts"),
    },
    steps: [],
  },
  rejects_late: {
    response: accepted(30),
    steps: [{ after: 3, do: "answer", result: "REJECTED", text: "The charge point refused" }],
  },
  never_answers: { response: accepted(10), steps: [] },
  not_plugged_in: {
    response: accepted(30),
    steps: [{ after: 3, do: "begin", answer: true, onlyIfPlugged: true }],
  },
  lost_callback: { response: accepted(30), steps: [{ after: 2, do: "begin", answer: false }] },
  late_session: { response: accepted(10), steps: [{ after: 30, do: "begin", answer: false }] },
  refuses_stop: { response: accepted(30), steps: begins, habits: { refusesStop: true } },
  asks_more: {
    response: accepted(30),
    steps: begins,
    habits: { refusesStop: true, asksPercent: 125 },
  },
  record_in_wh: {
    response: accepted(30),
    steps: begins,
    habits: { recordsInWh: true, asksPercent: 100_000 },
  },
} as const satisfies Record<string, Scenario>;

export type ScenarioName = keyof typeof scenarios;

export const isScenarioName = (name: unknown): name is ScenarioName =>
  typeof name === "string" && Object.hasOwn(scenarios, name);

const everywhere = "*";

/** Which scenario an EVSE plays: its own setting first, then the general one. */
export type ScenarioBindings = {
  /** For one EVSE, or for all without one; for a number of starts, or until changed without a number. */
  bind(name: ScenarioName, evseUid?: string, times?: number): void;
  /** The scenario of the next start at an EVSE; decrements a counted setting. */
  take(evseUid: string): Scenario;
};

export function createScenarioBindings(store: Store, otherwise: ScenarioName): ScenarioBindings {
  return {
    bind: (name, evseUid, times) =>
      store.run(
        `INSERT INTO scenario (evse_uid, name, remaining) VALUES (?, ?, ?)
         ON CONFLICT (evse_uid) DO UPDATE SET name = excluded.name, remaining = excluded.remaining`,
        evseUid ?? everywhere,
        name,
        times ?? null,
      ),
    take: (evseUid) => {
      const bound = store.get(
        "SELECT * FROM scenario WHERE evse_uid IN (?, ?) ORDER BY evse_uid = ? LIMIT 1",
        evseUid,
        everywhere,
        everywhere,
      );
      if (!bound) return scenarios[otherwise];
      if (bound.remaining !== null) {
        if (Number(bound.remaining) > 1) {
          store.run(
            "UPDATE scenario SET remaining = remaining - 1 WHERE evse_uid = ?",
            bound.evse_uid!,
          );
        } else {
          store.run("DELETE FROM scenario WHERE evse_uid = ?", bound.evse_uid!);
        }
      }
      return isScenarioName(bound.name) ? scenarios[bound.name] : scenarios[otherwise];
    },
  };
}
