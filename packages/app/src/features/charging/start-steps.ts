import type { Session, SessionFailure } from "@voltmarg/contract";
import { serviceWords } from "../../language/service-text.ts";
import { failureHelp, startCopy } from "./start-copy.ts";
import { inr } from "../../ui/format.ts";

type Step = Session["step"];
export type StartStep = {
  key: Step;
  title: string;
  detail: string;
  state: "done" | "now" | "wait" | "failed";
  at: string | null;
};

const ORDER = ["SENT", "ACCEPTED", "STARTED", "FLOWING"] as const;
const AFTER_FLOWING: readonly Step[] = ["STOPPING", "ENDED", "BILLED"];

/** The four steps until power flows, with their times as far as the session's timeline has them. */
export function startSteps(session: Session): StartStep[] {
  const at = (step: Step) => session.timeline.findLast((entry) => entry.step === step)?.at ?? null;
  const over = AFTER_FLOWING.includes(session.step);
  const reached = over
    ? ORDER.length - 1
    : ORDER.findLastIndex((step) => session.timeline.some((entry) => entry.step === step));
  const failed = session.status === "FAILED" || session.status === "INVALID";
  const operator = session.location.operator_name;
  const steps = ORDER.map((key, i): StartStep => {
    const { title, detail } = startCopy.startSteps[key];
    const state = i <= reached ? "done" : i > reached + 1 ? "wait" : failed ? "failed" : "now";
    return { key, title, detail: detail(operator), state, at: i <= reached ? at(key) : null };
  });
  if (!failed) return steps;
  const done = steps.filter(({ state }) => state === "done");
  const stuck = steps.find(({ state }) => state === "failed");
  return stuck ? [...done, { ...stuck, ...failedStep(session, stuck) }] : done;
}

/** The step that failed: which, when, and why in the service's sentence. */
const failedStep = (session: Session, step: StartStep): Partial<StartStep> => ({
  title: step.key === "ACCEPTED" ? startCopy.answer : step.title,
  detail: session.failure ? reasonOf(session.failure) : step.detail,
  at: session.timeline.at(-1)?.at ?? null,
});

const reasonOf = ({ code, message }: SessionFailure): string =>
  serviceWords()?.failure(code) ?? message;

/** The title of the screen while it waits. */
export function startTitle(session: Session): string {
  switch (session.step) {
    case "SENT":
      return startCopy.asking;
    case "ACCEPTED":
      return startCopy.talking;
    case "UNKNOWN":
      return startCopy.unknownTitle;
    default:
      return startCopy.connected;
  }
}

export type StartFailure = { title: string; text: string[]; help: readonly string[] };

/**
 * Why no charge began, what it cost and what happened to the hold. "Not started, not charged" is shown
 * only when the service is certain. Null: nothing has failed.
 */
export function startFailure(session: Session): StartFailure | null {
  const hold = holdFate(session);
  if (session.status === "INVALID")
    return {
      title: startCopy.invalidTitle,
      text: [startCopy.notCharged, hold].filter(isText),
      help: [],
    };
  if (session.status === "FAILED") {
    const { failure } = session;
    const known = failure ? failureHelp[failure.code] : null;
    return {
      title: known?.title ?? startCopy.failedTitle,
      text: [
        ...(failure?.not_charged
          ? [startCopy.didNotStart, startCopy.notCharged]
          : [startCopy.unknownText]),
        hold,
      ].filter(isText),
      help: known?.steps ?? [],
    };
  }
  return null;
}

const isText = (text: string | null): text is string => text !== null;

/** Null: there is no hold. */
export function holdFate({ hold }: Session): string | null {
  if (!hold || hold.amount_minor === 0) return null;
  const amount = inr(hold.amount_minor);
  switch (hold.status) {
    case "HELD":
      return startCopy.holdStays(amount);
    case "RELEASED":
      return startCopy.holdReleased(amount);
    case "EXPIRED":
      return startCopy.holdExpired(amount);
    case "CAPTURED":
      return null;
  }
}

/** Seconds since the driver pressed Start. */
export const waitedSeconds = (session: Session, now: number): number =>
  Math.max(0, Math.floor((now - Date.parse(session.requested_at)) / 1000));

/** From here on the wait is longer than usual. */
export const LONG_WAIT_S = 60;

/** Power flows or has flowed, so the live screen shows the session. */
export const isUnderWay = (session: Session): boolean =>
  session.step === "FLOWING" || AFTER_FLOWING.includes(session.step);
