import type { CustomerType, RetailEntry, RetailRule, Tariff } from "@voltmarg/contract";
import { retailTariff } from "@voltmarg/rules";
import type { Bus } from "../../platform/bus/bus.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import type { BackofficeCall } from "../../platform/http/backoffice-call.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import { listRules, putRule, removeRule, type RetailKey, type RetailRow } from "./retail.store.ts";

/** Turns an operator's tariff into ours; returns the same object when no rule changes it. */
export type Seller = (tariff: Tariff, operatorId: string) => Tariff;

export type Operator = { id: string; name: string };

/** The operator and customer type a rule is for; null: for all. */
export type RetailFor = { operator: Operator | null; type: CustomerType | null };

export type Retail = {
  /** The seller for this customer type. The same function is returned until the rules are read again. */
  sellerTo(customerType: CustomerType): Promise<Seller>;
  list(): Promise<RetailEntry[]>;
  put(
    backoffice: BackofficeCall,
    key: RetailFor,
    rule: RetailRule,
  ): Promise<Outcome<RetailEntry, never>>;
  remove(backoffice: BackofficeCall, key: RetailFor): Promise<Outcome<RetailEntry, "NOT_FOUND">>;
};

const TOPIC = "retail";
/** The rules are read again after so long, because a signal may be lost. */
const FRESH_MS = 60_000;

/** The provider's retail rules, cached and read again after a change in any replica. */
export function createRetail(deps: { database: Database; clock: Clock; bus: Bus }): Retail {
  const { database, clock, bus } = deps;
  let known: Promise<RetailRow[]> | null = null;
  let readAt = 0;
  const forget = () => {
    known = null;
  };
  /** One seller for each set of rules: callers cache prices by seller, and a new seller makes these invalid. */
  const sellers = new WeakMap<readonly RetailRow[], Map<CustomerType, Seller>>();
  bus.subscribe(TOPIC, forget);
  bus.onGap(forget);

  const rules = (): Promise<RetailRow[]> => {
    const now = clock.now().getTime();
    if (known && Math.abs(now - readAt) < FRESH_MS) return known;
    readAt = now;
    const reading = listRules(database.db);
    reading.catch(() => {
      if (known === reading) forget();
    });
    return (known = reading);
  };
  const changed = () => {
    // The bus signal is for the other replicas.
    forget();
    bus.publish({ topic: TOPIC, key: "", id: "", version: 0 });
  };

  return {
    sellerTo: async (customerType) => {
      const all = await rules();
      const made = sellers.get(all) ?? new Map<CustomerType, Seller>();
      sellers.set(all, made);
      const seller: Seller =
        made.get(customerType) ??
        ((tariff, operatorId) => retailTariff(tariff, ruleFor(all, operatorId, customerType)));
      made.set(customerType, seller);
      return seller;
    },
    list: async () => (await listRules(database.db)).map(toWire),
    put: async (backoffice, key, rule) => {
      const at = clock.now();
      const { operator, type } = key;
      const entry = await backoffice.transact<RetailEntry, never>(async (tx) => {
        await putRule(tx, keyOf(key), rule, at);
        return done({ operator, customer_type: type, rule, updated_at: at.toISOString() });
      });
      changed();
      return entry;
    },
    remove: async (backoffice, key) => {
      const { operator, type } = key;
      const entry = await backoffice.transact(async (tx) => {
        const gone = await removeRule(tx, keyOf(key));
        if (!gone) return refuse("NOT_FOUND", { message: "There is no rule for exactly these." });
        const updated_at = gone.updated_at.toISOString();
        return done({ operator, customer_type: type, rule: gone.rule, updated_at });
      });
      changed();
      return entry;
    },
  };
}

const keyOf = ({ operator, type }: RetailFor): RetailKey => ({
  operatorId: operator?.id ?? null,
  customerType: type,
});

/** The most specific rule wins: operator and type, operator, type, all. */
function ruleFor(
  rules: readonly RetailRow[],
  operatorId: string,
  type: CustomerType,
): RetailRule | null {
  const find = (operator: string | null, customer: CustomerType | null) =>
    rules.find((r) => r.operator_id === operator && r.customer_type === customer);
  const row =
    find(operatorId, type) ?? find(operatorId, null) ?? find(null, type) ?? find(null, null);
  return row?.rule ?? null;
}

function toWire(row: RetailRow): RetailEntry {
  const { operator_id: id, operator_name: name, customer_type, rule, updated_at } = row;
  return {
    operator: id === null ? null : { id, name: name ?? id },
    customer_type,
    rule,
    updated_at: updated_at.toISOString(),
  };
}
