import { objectOf, type Exchange, type Finding, type Found } from "@voltmarg/ocpi";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Logger } from "../../platform/observability/logger.ts";
import { unlessOutage } from "../../platform/database/database-outage.ts";
import {
  addFindings,
  kindsOf,
  nameOfOperator,
  type FindingRow,
  type Kind,
  type Outcome,
} from "./findings.store.ts";
import { plain, withoutSecrets } from "./ocpi-log.ts";

/** Counts, by kind, what operators sent that was changed when read, left out or refused. */
export type Findings = {
  /** Counts in memory only: no pull or push waits for it. */
  note(operatorId: string, found: Found): void;
  /** Adds a finding for a readable object that was refused. Returns the finding. */
  refuse(
    operatorId: string,
    refused: { module: string; object: string; message: string; raw?: string },
  ): Found;
  /** Writes the counts to the database, every second and before findings are read. Never throws. */
  flush(): Promise<void>;
};

/** The most kinds stored for one operator, so that nobody can fill the table. */
export const MOST_KINDS = 500;
const MOST_TEXT = 150;
const MOST_EXCERPT = 200;

/** The kind that counts everything beyond the maximum. */
const others = (outcome: Outcome): Kind => ({ module: "", path: "", message: "others", outcome });
export const keyOf = ({ module, path, message, outcome }: Kind) =>
  [module, outcome, path, message].join("\n");
/** Indexes in paths are replaced, so that `evses.0.connectors.1.max_voltage` and `evses.2.connectors.0.max_voltage` are one kind. */
export const kindOf = (module: string, { path, message, outcome }: Finding): Kind => ({
  module: plain(module, 50),
  path: plain(path.replaceAll(/(^|\.)\d+(?=\.|$)/g, "$1*"), MOST_TEXT),
  message: plain(message, MOST_TEXT),
  outcome,
});

type Waiting = Map<string, FindingRow>;

export function createFindings(deps: {
  database: Database;
  clock: Clock;
  logger: Logger;
  onWritten: (operator: string, outcome: Outcome, count: number) => void;
}): Findings {
  const { database, clock, logger, onWritten } = deps;
  let waiting = new Map<string, Waiting>();
  let flushing = Promise.resolve();

  const of = (operatorId: string): Waiting => {
    const known = waiting.get(operatorId) ?? new Map<string, FindingRow>();
    waiting.set(operatorId, known);
    return known;
  };

  const note: Findings["note"] = (operatorId, { module, object, findings }) => {
    const found = of(operatorId);
    const at = clock.now();
    for (const finding of findings) {
      let kind = kindOf(module, finding);
      if (found.size >= MOST_KINDS && !found.has(keyOf(kind))) kind = others(kind.outcome);
      const known = found.get(keyOf(kind));
      if (known) {
        known.count++;
        known.last_at = at;
        continue;
      }
      found.set(keyOf(kind), {
        ...kind,
        count: 1,
        first_at: at,
        last_at: at,
        object: plain(object, MOST_EXCERPT),
        raw: plain(withoutSecrets(finding.raw.slice(0, 2 * MOST_EXCERPT)), MOST_EXCERPT),
      });
    }
  };

  const write = async (operatorId: string, found: Waiting): Promise<void> => {
    const { db } = database;
    const kept = await database.transact(async (tx) => {
      const known = new Set((await kindsOf(tx, operatorId)).map(keyOf));
      let room = MOST_KINDS - known.size;
      const fitting: Waiting = new Map();
      for (const [key, row] of found) {
        if (known.has(key) || row.module === "" || room-- > 0) merge(fitting, row);
        else merge(fitting, { ...row, ...others(row.outcome) });
      }
      await addFindings(tx, operatorId, [...fitting.values()]);
      return fitting;
    });
    const name = await nameOfOperator(db, operatorId);
    for (const { outcome, count } of kept.values()) onWritten(name ?? operatorId, outcome, count);
  };

  const drain = async (): Promise<void> => {
    const all = waiting;
    waiting = new Map();
    for (const [operatorId, found] of all) {
      try {
        // While the database is down, the counts stay in memory, up to the maximum of kinds.
        if (!(await unlessOutage(() => write(operatorId, found))))
          for (const row of found.values()) merge(of(operatorId), row);
      } catch (error) {
        logger.warn({ err: error, operator: operatorId }, "findings could not be kept");
      }
    }
  };

  return {
    note,
    refuse: (operatorId, { module, object, message, raw = "" }) => {
      const findings = [{ path: "", message, outcome: "REFUSED", raw }] as const;
      note(operatorId, { module, object, findings });
      return { module, object, findings };
    },
    flush: () => (flushing = flushing.then(drain)),
  };
}

function merge(all: Waiting, row: FindingRow): void {
  const key = keyOf(row);
  const known = all.get(key);
  if (!known) return void all.set(key, row);
  const newer = row.last_at >= known.last_at ? row : known;
  all.set(key, {
    ...newer,
    count: known.count + row.count,
    first_at: known.first_at < row.first_at ? known.first_at : row.first_at,
  });
}

/** Adds findings for readable pushes that are refused: an unknown EVSE, another partner's party. */
export function watchPushes(findings: Findings) {
  const unread = new Set<string>();
  const keyOfPush = (operatorId: string, object: string) => `${operatorId}/${object}`;
  return {
    onFindings: (operatorId: string, found: Found): void => {
      if (found.findings.some(({ outcome }) => outcome === "REFUSED"))
        unread.add(keyOfPush(operatorId, found.object));
      findings.note(operatorId, found);
    },
    onExchange: (operatorId: string, exchange: Exchange): void => {
      const { method, module, segments, status, statusCode, sent, request, answer } = exchange;
      const object = segments.join("/") || objectOf(sent);
      // Unreadable pushes have a finding already.
      if (unread.delete(keyOfPush(operatorId, object))) return;
      if (method === "GET" || module === null || NOT_DROPPED.has(module)) return;
      if ((statusCode ?? 0) < 2000 || status === 401 || status === 429) return;
      const said = /"status_message":"([^"\\]*)/.exec(answer ?? "")?.[1] ?? `HTTP ${status}`;
      findings.refuse(operatorId, {
        module,
        object,
        message: `${method} refused: ${said}`,
        raw: request,
      });
    },
  };
}
/** Credentials are secret, and a request about a token has no object that could be refused. */
const NOT_DROPPED = new Set(["credentials", "tokens"]);
