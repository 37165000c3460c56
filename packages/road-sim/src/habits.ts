import { type Answer, json, refused } from "./answer.ts";

type Ask = () => Answer;

/** How the router answers, for `/route` and `/height` alike. */
export const habits = {
  happy: (ask: Ask): Answer => ask(),
  /** Longer than anybody waits. */
  slow: (ask: Ask): Answer => ({ ...ask(), afterMs: 20_000 }),
  error_500: (): Answer => refused(599, "Unknown", 500),
  no_route: (): Answer => refused(442, "No path could be found for input"),
  rate_limited: (): Answer => ({
    ...json(429, { error: "Too many requests" }),
    headers: { "content-type": "application/json", "retry-after": "30" },
  }),
  /** A route without a way. */
  empty_shape: (ask: Ask): Answer => {
    const answer = ask();
    return { ...answer, body: answer.body.replaceAll(/"shape":"[^"]*"/g, '"shape":""') };
  },
  /** A Valhalla without elevation data: each height is null. */
  no_heights: (ask: Ask): Answer => {
    const answer = ask();
    const { height } = JSON.parse(answer.body) as { height?: unknown[] };
    return height ? json(200, { height: height.map(() => null) }) : answer;
  },
} as const satisfies Record<string, (ask: Ask) => Answer>;

export type HabitName = keyof typeof habits;
export const habitNames = Object.keys(habits) as HabitName[];
export const isHabitName = (name: unknown): name is HabitName =>
  habitNames.some((each) => each === name);
