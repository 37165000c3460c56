import { type FormEvent, useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { usageCopy as copy } from "./copy.ts";
import { dayIn, dayText, withSlashes } from "./date-text.ts";
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
  const [typed, setTyped] = useState({ from: dayText(from), until: dayText(until) });
  const [tried, setTried] = useState(false);
  const [first, last] = [dayIn(typed.from), dayIn(typed.until)];
  const problem = first && last ? datesProblem(first, last, today) : null;

  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (first && last && problem === null) onChoose(first, last);
  }

  const wrong = copy.dayWrong(dayText(today));
  const field = (which: "from" | "until", error: string | undefined) => (
    <TextField
      className="num"
      label={copy[which]}
      placeholder={copy.dateExample}
      inputMode="numeric"
      autoComplete="off"
      maxLength={30}
      value={typed[which]}
      error={tried ? error : undefined}
      onChange={({ target }) => setTyped({ ...typed, [which]: withSlashes(target.value) })}
    />
  );
  return (
    <Dialog title={copy.dates} onClose={onClose}>
      <form className="dates" noValidate onSubmit={submit}>
        {field("from", first ? undefined : wrong)}
        {field("until", last ? (problem ? copy.problems[problem] : undefined) : wrong)}
        <Button type="submit">{copy.apply}</Button>
      </form>
    </Dialog>
  );
}
