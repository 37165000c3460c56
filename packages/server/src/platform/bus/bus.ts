/** A signal between replicas. It says what changed and which version; the truth is read from the database. */
export type Signal = { topic: string; key: string; id: string; version: number };

export type Bus = {
  /** Tells every replica, this one too. Call after commit; it never fails and never waits. */
  publish(signal: Signal): void;
  subscribe(topic: string, listener: (signal: Signal) => void): () => void;
  /** Hears that signals may have been missed: whoever keeps in step by them looks at the database. */
  onGap(listener: () => void): () => void;
  close(): Promise<void>;
};

/** The topic by which one replica tells the others that it could not tell them everything. */
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

/** Signals within this process only. */
export function createLocalBus(): Bus {
  const { add, tell, onGap } = createListeners();
  return { publish: tell, subscribe: add, onGap, close: async () => {} };
}

/** Signals packed as one message. */
export const packed = (signals: readonly string[]): string => `[${signals.join(",")}]`;

/** The signals of a message; none where it is not one of ours. */
export function unpacked(message: string): Signal[] {
  try {
    const read: unknown = JSON.parse(message);
    return Array.isArray(read) ? (read as Signal[]) : [];
  } catch {
    return [];
  }
}

/**
 * Signals on their way out: what cannot be sent now waits, and when too many wait they become the one word that some
 * are missing.
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
    /** The oldest that go together into so many bytes, at least one; they stay until `drop`. */
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
