import type { TripGap } from "@voltmarg/contract";
import { useEffect, useRef } from "react";
import { Button } from "../../ui/Button.tsx";
import { aboutKwh, decimal } from "../../ui/format.ts";
import { tripCopy as copy } from "./copy.ts";
import type { Ask } from "./trip-draft.ts";

type Help = TripGap["helps"][number];

/** What each of the helps changes. Down to the reserve is what the service tried. */
const CHANGES: Record<Help, Partial<Ask>> = {
  START_FULLER: { charge_percent: 100 },
  SLOWER: { style: "CALM" },
  LESS_AT_END: { arrive_percent: 10 },
};

/** Where the way breaks, and what would help, each at one press. The heading gets the focus: it is what was asked for. */
export function GapAnswer({
  ask,
  gap,
  busy,
  onTry,
}: {
  ask: Ask;
  gap: TripGap;
  busy: boolean;
  onTry: (ask: Ask) => void;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: "start" });
  }, []);
  // What was asked for already cannot help once more.
  const helps = gap.helps.filter((help) =>
    Object.entries(CHANGES[help]).some(([what, value]) => ask[what as keyof Ask] !== value),
  );
  return (
    <section className="trip-gap">
      <h2 ref={heading} className="t3" tabIndex={-1}>
        {copy.gap}
      </h2>
      <p className="num">
        {copy.gapText(decimal(gap.from_km, 0), decimal(gap.to_km, 0))}{" "}
        {copy.missing(aboutKwh(gap.missing_kwh))}
      </p>
      {helps.length > 0 ? (
        <>
          <h3 className="title--m">{copy.helpsTitle}</h3>
          <div className="trip-helps">
            {helps.map((help) => (
              <Button
                key={help}
                kind="secondary"
                small
                busy={busy && copy.planning}
                onClick={() => onTry({ ...ask, ...CHANGES[help] })}
              >
                {copy.helps[help]}
              </Button>
            ))}
          </div>
        </>
      ) : (
        <p className="ink2">{copy.noHelp}</p>
      )}
    </section>
  );
}
