import { z } from "zod";
import type { NewStatus } from "../../stations/index.ts";
import type { Signal } from "../../../platform/bus/bus.ts";
import type { Signature } from "../../../platform/bus/signature.ts";

export const NEW_STATUSES = "evse-status";
/** NOTIFY carries less than 8000 bytes, and quotes in a text take two. */
const MOST_BYTES = 5_000;
/** No date is farther away. */
const MOST_MS = 8.64e15;

const Item = z.tuple([
  z.string().describe("id"),
  z.string().describe("uid"),
  z.string().describe("status"),
  z.number().min(-MOST_MS).max(MOST_MS).describe("since"),
  z.int().describe("version"),
]);
type Item = z.infer<typeof Item>;
/** Its sender, the how manieth it is of that sender, and statuses. Signed as a text. */
const Message = z.tuple([z.string(), z.int(), z.array(Item)]);
type Message = z.infer<typeof Message>;

/** Makes signals of statuses, as few as may be. `by`: the name of this replica. */
export function createStatusSender(
  signature: Signature,
  by: string,
): (operatorId: string, statuses: readonly NewStatus[]) => Signal[] {
  let sent = 0;
  const signalOf = (operatorId: string, items: Item[]): Signal => {
    const text = JSON.stringify([by, ++sent, items] satisfies Message);
    const about = { topic: NEW_STATUSES, key: operatorId, id: "", version: 0, by };
    return { ...about, text, signature: signature.sign(text) };
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
    // Another release may send something else under this name.
    const message = Message.safeParse(JSON.parse(text));
    if (!message.success) return null;
    const [by, nth, items] = message.data;
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
