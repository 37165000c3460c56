/** A signal between replicas: what changed and its version. The data itself is read from the database. */
export type Signal = {
  topic: string;
  key: string;
  id: string;
  version: number;
  /** Who sent it, for listeners that need not hear themselves. */
  by?: string;
};

export type Bus = {
  /** Notifies every replica, this one included. Call it after commit; it never fails and never waits. */
  publish(signal: Signal): void;
  subscribe(topic: string, listener: (signal: Signal) => void): () => void;
  /** Called when signals may have been missed: the listener then reads the database again. */
  onGap(listener: () => void): () => void;
  close(): Promise<void>;
};

/** The topic by which a replica announces that it had to drop signals. */
const GAP = "gap";

export function createListeners() {
  const byTopic = new Map<string, Set<(signal: Signal) => void>>();
  const add = (topic: string, listener: (signal: Signal) => void) => {
    const set = byTopic.get(topic) ?? new Set();
    byTopic.set(topic, set.add(listener));
    return () => void set.delete(listener);
  };
  const tell = (signal: Signal) => byTopic.get(signal.topic)?.forEach((listen) => listen(signal));
  return {
    add,
    tell,
    onGap: (listener: () => void) => add(GAP, listener),
    gap: () => tell(gapSignal),
  };
}

const gapSignal: Signal = { topic: GAP, key: "", id: "", version: 0 };

/** Several signals packed as one message. */
export const packed = (signals: readonly string[]): string => `[${signals.join(",")}]`;

/** Unpacks a message; empty when it is not one of ours. */
export function unpacked(message: string): Signal[] {
  try {
    const read: unknown = JSON.parse(message);
    return Array.isArray(read) ? (read as Signal[]) : [];
  } catch {
    return [];
  }
}

/**
 * Queue of outgoing signals. What cannot be sent now waits; when too many wait they are replaced by one signal that
 * says signals were dropped.
 */
export function createBacklog(most = 10_000) {
  let waiting: string[] = [];
  return {
    get size() {
      return waiting.length;
    },
    add: (signal: Signal) => {
      if (waiting.length >= most) waiting = [JSON.stringify(gapSignal)];
      waiting.push(JSON.stringify(signal));
    },
    /** The oldest signals that fit into so many bytes together, at least one. They stay in the queue until `drop`. */
    head: (bytes: number): string[] => {
      let size = 0;
      let take = 0;
      for (const each of waiting) {
        size += Buffer.byteLength(each) + 1;
        if (take > 0 && size >= bytes) break;
        take++;
      }
      return waiting.slice(0, take);
    },
    drop: (sent: readonly string[]) => {
      waiting = waiting[0] === sent[0] ? waiting.slice(sent.length) : waiting;
    },
  };
}
