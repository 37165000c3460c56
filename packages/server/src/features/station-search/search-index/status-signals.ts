import type { NewStatus } from "../../stations/index.ts";
import type { Signal } from "../../../platform/bus/bus.ts";
import type { Signature } from "../../../platform/bus/signature.ts";

export const NEW_STATUSES = "evse-status";
/** NOTIFY carries less than 8000 bytes, and quotes in a text take two. */
const MOST_BYTES = 5_000;

type Item = [id: string, uid: string, status: string, since: number, version: number];

/** Statuses as signals, in as few as may be. */
export function statusSignals(
  signature: Signature,
  operatorId: string,
  statuses: readonly NewStatus[],
  by: string,
): Signal[] {
  const texts: string[] = [];
  let items: string[] = [];
  let size = 0;
  const end = () => {
    if (items.length > 0) texts.push(`[${items.join(",")}]`);
    items = [];
    size = 0;
  };
  for (const { id, uid, status, since, version } of statuses) {
    const item: Item = [id, uid, status, since.getTime(), version];
    const text = JSON.stringify(item);
    const bytes = Buffer.byteLength(JSON.stringify(text));
    // Whoever gets no status reads the location.
    if (bytes > MOST_BYTES) continue;
    if (size + bytes > MOST_BYTES) end();
    items.push(text);
    size += bytes;
  }
  end();
  return texts.map((text) => {
    const signed = signature.sign(text);
    return { topic: NEW_STATUSES, key: operatorId, id: "", version: 0, by, text, signature: signed };
  });
}

/** None if the signal does not come from a replica of this installation, or from one of another release. */
export function statusesOf(signature: Signature, signal: Signal): NewStatus[] {
  const { text, signature: given } = signal;
  if (typeof text !== "string" || typeof given !== "string") return [];
  if (!signature.isSigned(text, given)) return [];
  const items: unknown = JSON.parse(text);
  if (!Array.isArray(items) || !items.every(isItem)) return [];
  return items.map(([id, uid, status, since, version]) => ({
    id,
    uid,
    status,
    since: new Date(since),
    version,
  }));
}

const isItem = (item: unknown): item is Item => {
  if (!Array.isArray(item)) return false;
  const [id, uid, status, since, version] = item as unknown[];
  return (
    typeof id === "string" &&
    typeof uid === "string" &&
    typeof status === "string" &&
    Number.isFinite(since) &&
    Number.isFinite(version)
  );
};
