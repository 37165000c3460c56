import { type FormEvent, useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { usageCopy as copy } from "./copy.ts";
import { datesProblem } from "./usage-period.ts";

/** Two days of the driver's own choice. */
export function DatesDialog({
  from,
  until,
  today,
  onChoose,
  onClose,
}: {
  from: string;
  until: string;
  today: string;
  onChoose: (from: string, until: string) => void;
  onClose: () => void;
}) {
  const [days, setDays] = useState({ from, until });
  const [tried, setTried] = useState(false);
  const missing = (day: string) => (tried && day === "" ? copy.dayMissing : undefined);
  const problem = days.from && days.until ? datesProblem(days.from, days.until, today) : null;

  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (days.from && days.until && problem === null) onChoose(days.from, days.until);
  }

  return (
    <Dialog title={copy.dates} onClose={onClose}>
      <form className="dates" noValidate onSubmit={submit}>
        <TextField
          label={copy.from}
          type="date"
          max={today}
          value={days.from}
          error={missing(days.from)}
          onChange={({ target }) => setDays({ ...days, from: target.value })}
        />
        <TextField
          label={copy.until}
          type="date"
          max={today}
          value={days.until}
          error={missing(days.until) ?? (tried && problem ? copy.problems[problem] : undefined)}
          onChange={({ target }) => setDays({ ...days, until: target.value })}
        />
        <Button type="submit">{copy.apply}</Button>
      </form>
    </Dialog>
  );
}
