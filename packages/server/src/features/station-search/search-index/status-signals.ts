import type { NewStatus } from "../../stations/index.ts";
import type { Signal } from "../../../platform/bus/bus.ts";
import type { Signature } from "../../../platform/bus/signature.ts";

export const NEW_STATUSES = "evse-status";
/** NOTIFY carries less than 8000 bytes, and quotes in a text take two. */
const MOST_BYTES = 5_000;

/** Its sender, the how manieth it is of that sender, and statuses. Signed as a text. */
type Message = [by: string, nth: number, items: Item[]];
type Item = [id: string, uid: string, status: string, since: number, version: number];

export const createStatusSignals = (signature: Signature, by: string) => ({
  send: createStatusSender(signature, by),
  receive: createStatusReceiver(signature),
});

/** Makes signals of statuses, as few as may be. `by`: the name of this replica. */
export function createStatusSender(
  signature: Signature,
  by: string,
): (operatorId: string, statuses: readonly NewStatus[]) => Signal[] {
  let sent = 0;
  const signalOf = (operatorId: string, items: Item[]): Signal => {
    const message: Message = [by, ++sent, items];
    const text = JSON.stringify(message);
    const signed = signature.sign(text);
    return {
      topic: NEW_STATUSES,
      key: operatorId,
      id: "",
      version: 0,
      by,
      text,
      signature: signed,
    };
  };
  return (operatorId, statuses) => {
    const signals: Signal[] = [];
    let items: Item[] = [];
    let size = 0;
    const end = () => {
      if (items.length > 0) signals.push(signalOf(operatorId, items));
      items = [];
      size = 0;
    };
    for (const { id, uid, status, since, version } of statuses) {
      const item: Item = [id, uid, status, since.getTime(), version];
      const bytes = Buffer.byteLength(JSON.stringify(JSON.stringify(item)));
      // Without its status the location is read.
      if (bytes > MOST_BYTES) continue;
      if (size + bytes > MOST_BYTES) end();
      items.push(item);
      size += bytes;
    }
    end();
    return signals;
  };
}

/** Reads such signals: none of a sender that does not know the service's key. */
export function createStatusReceiver(
  signature: Signature,
): (signal: Signal) => { statuses: NewStatus[]; isGap: boolean } | null {
  const last = new Map<string, number>();
  return ({ text, signature: given }) => {
    if (typeof text !== "string" || typeof given !== "string") return null;
    if (!signature.isSigned(text, given)) return null;
    const message: unknown = JSON.parse(text);
    if (!isMessage(message)) return null;
    const [by, nth, items] = message;
    const before = last.get(by) ?? nth - 1;
    last.set(by, Math.max(nth, before));
    return { statuses: items.map(statusOf), isGap: nth > before + 1 };
  };
}

const statusOf = ([id, uid, status, since, version]: Item): NewStatus => ({
  id,
  uid,
  status,
  since: new Date(since),
  version,
});

// Another release may send something else under this name.
const isMessage = (message: unknown): message is Message => {
  if (!Array.isArray(message)) return false;
  const [by, nth, items] = message as unknown[];
  return (
    typeof by === "string" &&
    Number.isSafeInteger(nth) &&
    Array.isArray(items) &&
    items.every(isItem)
  );
};

const isItem = (item: unknown): item is Item => {
  if (!Array.isArray(item)) return false;
  const [id, uid, status, since, version] = item as unknown[];
  return (
    typeof id === "string" &&
    typeof uid === "string" &&
    typeof status === "string" &&
    typeof since === "number" &&
    Number.isFinite(new Date(since).getTime()) &&
    Number.isSafeInteger(version)
  );
};
