import type { Session, SessionFailure } from "@voltmarg/contract";
import { serviceWords } from "../../language/service-text.ts";
import { copy, failureHelp } from "./copy.ts";
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

/** The four steps to a charge, with their times, as far as the session's timeline tells. */
export function startSteps(session: Session): StartStep[] {
  const at = (step: Step) => session.timeline.findLast((entry) => entry.step === step)?.at ?? null;
  const over = AFTER_FLOWING.includes(session.step);
  const reached = over
    ? ORDER.length - 1
    : ORDER.findLastIndex((step) => session.timeline.some((entry) => entry.step === step));
  const failed = session.status === "FAILED" || session.status === "INVALID";
  const operator = session.location.operator_name;
  const steps = ORDER.map((key, i): StartStep => {
    const { title, detail } = copy.startSteps[key];
    const state = i <= reached ? "done" : i > reached + 1 ? "wait" : failed ? "failed" : "now";
    return { key, title, detail: detail(operator), state, at: i <= reached ? at(key) : null };
  });
  if (!failed) return steps;
  const done = steps.filter(({ state }) => state === "done");
  const stuck = steps.find(({ state }) => state === "failed");
  return stuck ? [...done, { ...stuck, ...failedStep(session, stuck) }] : done;
}

/** A step that failed: where, when, and in the service's words why. */
const failedStep = (session: Session, step: StartStep): Partial<StartStep> => ({
  title: step.key === "ACCEPTED" ? copy.answer : step.title,
  detail: session.failure ? reasonOf(session.failure) : step.detail,
  at: session.timeline.at(-1)?.at ?? null,
});

const reasonOf = ({ code, message }: SessionFailure): string =>
  serviceWords()?.failure(code) ?? message;

/** What the screen says in large while it waits. */
export function startTitle(session: Session): string {
  switch (session.step) {
    case "SENT":
      return copy.asking;
    case "ACCEPTED":
      return copy.talking;
    case "UNKNOWN":
      return copy.unknownTitle;
    default:
      return copy.connected;
  }
}

export type StartFailure = { title: string; text: string[]; help: readonly string[] };

/**
 * Why no charge began, what it cost and what became of the hold. That it did not start and was not charged is said
 * only when the service is certain. Null while nothing failed.
 */
export function startFailure(session: Session): StartFailure | null {
  const hold = holdFate(session);
  if (session.status === "INVALID")
    return { title: copy.invalidTitle, text: [copy.notCharged, hold].filter(isText), help: [] };
  if (session.status === "FAILED") {
    const { failure } = session;
    const known = failure ? failureHelp[failure.code] : null;
    return {
      title: known?.title ?? copy.failedTitle,
      text: [
        ...(failure?.not_charged ? [copy.didNotStart, copy.notCharged] : [copy.unknownText]),
        hold,
      ].filter(isText),
      help: known?.steps ?? [],
    };
  }
  return null;
}

const isText = (text: string | null): text is string => text !== null;

/** Null when there is no hold to speak of. */
export function holdFate({ hold }: Session): string | null {
  if (!hold || hold.amount_minor === 0) return null;
  const amount = inr(hold.amount_minor);
  switch (hold.status) {
    case "HELD":
      return copy.holdStays(amount);
    case "RELEASED":
      return copy.holdReleased(amount);
    case "EXPIRED":
      return copy.holdExpired(amount);
    case "CAPTURED":
      return null;
  }
}

/** Seconds since the driver asked. */
export const waitedSeconds = (session: Session, now: number): number =>
  Math.max(0, Math.floor((now - Date.parse(session.requested_at)) / 1000));

/** From here on it is not the usual wait. */
export const LONG_WAIT_S = 60;

/** Power flows, or has flowed: the charge has its own screen. */
export const isUnderWay = (session: Session): boolean =>
  session.step === "FLOWING" || AFTER_FLOWING.includes(session.step);
