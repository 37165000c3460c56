import { useMay } from "../api/member.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { allPlaces } from "./places.ts";

/** What the keys do. */
export function Guide({ onClose }: { onClose: () => void }) {
  const may = useMay();
  return (
    <Dialog title="Keys" onClose={onClose}>
      <dl className="keys">
        <div>
          <dt>
            <kbd>/</kbd> or <kbd>Ctrl</kbd> <kbd>K</kbd>
          </dt>
          <dd>Search</dd>
        </div>
        {allPlaces
          .filter(({ key, needs }) => key && may(needs))
          .map(({ key, label }) => (
            <div key={label}>
              <dt>
                <kbd>g</kbd> <kbd>{key}</kbd>
              </dt>
              <dd>{label}</dd>
            </div>
          ))}
      </dl>
      <div className="dialog-actions">
        <button type="button" className="btn btn--primary" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}
