import { Dialog } from "../../ui/Dialog.tsx";
import { batteryCopy as copy } from "./battery-copy.ts";

const STEP = 5;
const CHOICES = Array.from({ length: 100 / STEP - 1 }, (_, nth) => (nth + 1) * STEP);

/** How full the battery is, one tap: the vehicle shows it, its charger says it only once it runs. */
export function BatteryDialog({
  now,
  onChoose,
  onClose,
}: {
  now: number | null;
  onChoose: (percent: number) => void;
  onClose: () => void;
}) {
  const nearest = now === null ? null : Math.round(now / STEP) * STEP;
  return (
    <Dialog title={copy.howFull} onClose={onClose}>
      <p className="ink2 dialog-text">{copy.howFullText}</p>
      <ul className="fill-choices num">
        {CHOICES.map((choice) => (
          <li key={choice}>
            <button
              type="button"
              className={`chip${choice === nearest ? " is-on" : ""}`}
              aria-pressed={choice === nearest}
              onClick={() => onChoose(choice)}
            >
              {`${choice}%`}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
