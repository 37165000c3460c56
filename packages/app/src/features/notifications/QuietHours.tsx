import type { NotificationPreferences } from "@voltmarg/contract";
import { useState } from "react";
import { Switch } from "../../ui/Choice.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { noticeCopy as copy } from "./copy.ts";

type Hours = NonNullable<NotificationPreferences["quiet_hours"]>;

/** What most people sleep through. */
const USUAL: Hours = { from: "22:00", until: "07:00" };
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

/** From when until when nothing that can wait is sent. */
export function QuietHours({
  hours,
  onChange,
}: {
  hours: Hours | null;
  onChange: (hours: Hours | null) => void;
}) {
  const [typed, setTyped] = useState<Hours>(hours ?? USUAL);
  const change = (part: Partial<Hours>) => {
    const next = { ...typed, ...part };
    setTyped(next);
    if (TIME.test(next.from) && TIME.test(next.until) && next.from !== next.until) onChange(next);
  };
  return (
    <section className="quiet" aria-labelledby="quiet">
      <div className="wish">
        <span className="grow">
          <h2 id="quiet" className="t3">
            {copy.quiet}
          </h2>
          <span className="cap ink3">{copy.quietText}</span>
        </span>
        <Switch
          label={copy.quiet}
          on={hours !== null}
          onChange={(on) => onChange(on ? typed : null)}
        />
      </div>
      {hours ? (
        <div className="form quiet-times">
          <TextField
            label={copy.from}
            type="time"
            required
            value={typed.from}
            onChange={(event) => change({ from: event.target.value })}
          />
          <TextField
            label={copy.until}
            type="time"
            required
            value={typed.until}
            error={typed.from === typed.until ? copy.quietSame : undefined}
            onChange={(event) => change({ until: event.target.value })}
          />
        </div>
      ) : null}
    </section>
  );
}
