import { Switch } from "../ui/Choice.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { shortcutCopy as copy } from "./shortcut-copy.ts";
import { placesFor, switchShortcuts, useShortcuts } from "./shortcut-keys.ts";
import "./shortcuts.css";

/** What each shortcut does, and the switch for all of them. */
export function ShortcutsDialog({
  corporate,
  onClose,
}: {
  corporate: boolean;
  onClose: () => void;
}) {
  const on = useShortcuts((state) => state.on);
  const rows: [keys: string[], does: string][] = [
    [["/"], copy.search],
    ...placesFor(corporate).map((place): [string[], string] => [["g", place.letter], place.name()]),
    [["↑", "↓"], copy.rows],
    [["Esc"], copy.back],
    [["?"], copy.help],
  ];
  return (
    <Dialog title={copy.title} onClose={onClose}>
      <div className="shortcut-switch">
        <span className="grow">
          <span className="title--m">{copy.switch}</span>
          <span className="cap ink2">{copy.switchText}</span>
        </span>
        <Switch label={copy.switch} on={on} onChange={switchShortcuts} />
      </div>
      <dl className="shortcuts">
        {rows.map(([keys, does]) => (
          <div key={does}>
            <dt dir="ltr">
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
