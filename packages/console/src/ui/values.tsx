import type { ReactNode } from "react";
import { useNow } from "./use-now.ts";
import { instant, lasting, rupees, words } from "./format.ts";

/** Unknown is said, and never shown as zero. */
export const Unknown = () => <span className="quiet">not known</span>;

export const Money = ({ minor }: { minor: number | null | undefined }) =>
  minor === null || minor === undefined ? (
    <Unknown />
  ) : (
    <span className="num">{rupees(minor)}</span>
  );

/** Decimal text in the currency of a CDR. */
export const Decimal = ({ of, in: currency }: { of: string | null; in: string | null }) =>
  of === null ? (
    <Unknown />
  ) : (
    <span className="num">{`${currency ?? ""} ${Number(of).toFixed(2)}`.trim()}</span>
  );

/** A moment in India's time; in UTC where the pointer rests on it. */
export const At = ({ at, precise }: { at: string | null | undefined; precise?: boolean }) =>
  at ? (
    <time className="num" dateTime={at} title={`${at.replace("T", " ").replace("Z", "")} UTC`}>
      {instant(at, precise)}
    </time>
  ) : (
    <span className="quiet">–</span>
  );

/** How long ago it was, kept up to date. */
export function Ago({ at }: { at: string | null | undefined }) {
  const now = useNow();
  if (!at) return <span className="quiet">–</span>;
  return (
    <time className="num" dateTime={at} title={`${instant(at, true)} IST`}>
      {lasting(now - Date.parse(at))}
    </time>
  );
}

const TONES: Record<string, string> = {
  good: "OK MATCHED HEALTHY BILLED DONE CREDITED ACTIVE REGISTERED CLOSED ANSWERED CONFIRMED RELEASED FLOWING STARTED SOUND",
  wait: "WAITING SET_ASIDE REQUESTED SENT CREATED PROCESSING OPEN STOPPING ENDED ACCEPTED INVITED INTRODUCING START NEWS STOP BILL RECORD PLANNED",
  bad: "FAILED MISSING FAILING REJECTED UNKNOWN EXPIRED NOT_PLUGGED UNCLEAR SUSPENDED REMOVED LEFT HIDDEN SILENT OVERDUE ESCALATED",
};
const toneOf = (state: string) =>
  Object.keys(TONES).find((tone) => TONES[tone]?.split(" ").includes(state)) ?? "plain";

/** A state: a word, and a colour that only repeats it. */
export const State = ({ of, children }: { of: string; children?: ReactNode }) => (
  <span className={`tag tag--${toneOf(of)}`}>{children ?? words(of)}</span>
);

/** Names and values of one thing, in two columns where there is room. */
export function Facts({ of }: { of: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="facts">
      {of.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value === null || value === undefined || value === "" ? <Unknown /> : value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What a machine said, as it said it. */
export const Raw = ({ children }: { children: unknown }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard
  <pre className="raw" tabIndex={0}>
    {typeof children === "string" ? pretty(children) : JSON.stringify(children, null, 2)}
  </pre>
);

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
