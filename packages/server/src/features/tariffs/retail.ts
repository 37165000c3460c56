import type { CustomerType, RetailEntry, RetailRule, Tariff } from "@voltmarg/contract";
import { indianDayBounds, indianDayOf, retailTariff, type SellerTaxes } from "@voltmarg/rules";
import type { Bus } from "../../platform/bus/bus.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import type { BackofficeCall } from "../../platform/http/backoffice-call.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import {
  listRules,
  planRule,
  putRule,
  removePlan,
  removeRule,
  type RetailKey,
  type RetailRow,
} from "./retail.store.ts";
import { dayHasBegun } from "./day-has-begun.ts";
import { begunBy, inForce, notYet, ruleFor } from "./rules-in-force.ts";
import { listTaxRows, type TaxRow } from "./tax-rates.store.ts";
import { taxesIn } from "./tax-rates.ts";

/** Turns an operator's tariff into ours; returns the same object when no rule changes it. */
export type Seller = (tariff: Tariff, operatorId: string) => Tariff;

export type Operator = { id: string; name: string };

/** The operator and customer type a rule is for; null: for all. */
export type RetailFor = { operator: Operator | null; type: CustomerType | null };

/** A rule as somebody writes it. `from`: the day in India from whose beginning it holds; null: at once. */
export type NewRule = RetailFor & { rule: RetailRule; from: string | null };

export type TriedRule = Omit<NewRule, "rule"> & { rule: RetailRule | null };

export type Retail = {
  /** The seller for this customer type. The same function is returned while the same rules hold. */
  sellerTo(customerType: CustomerType): Promise<Seller>;
  /**
   * Sellers today and, at the moment a new rule begins, with that rule; `rule` null: without one for exactly these.
   * Nothing is saved. INVALID_INPUT: its day has begun.
   */
  tryRule(rule: TriedRule): Promise<Outcome<Tried, "INVALID_INPUT">>;
  list(): Promise<{ rules: RetailEntry[]; planned: RetailEntry[] }>;
  put(
    backoffice: BackofficeCall,
    rule: NewRule,
    /** Why a second member has to confirm it; null: nobody has. */
    great: string | null,
  ): Promise<Outcome<RetailEntry, "INVALID_INPUT" | "CONFLICT" | "SECOND_MEMBER_NEEDED">>;
  /** Rules or tax rates were changed by somebody else than this. */
  changed(): void;
  /** Removes the rule in force; with `from` the one that is planned for that day. */
  remove(
    backoffice: BackofficeCall,
    key: RetailFor,
    from: string | null,
    great: string | null,
  ): Promise<Outcome<RetailEntry, "NOT_FOUND" | "SECOND_MEMBER_NEEDED">>;
};
export type Tried = { at: Date; customerType: CustomerType; today: Seller; after: Seller };

/** What prices are made of beside operators' tariffs. */
type Held = { rules: RetailRow[]; taxes: TaxRow[] };

const TOPIC = "retail";
/** They are read again after so long, because a signal may be lost. */
const FRESH_MS = 60_000;

/** The provider's retail rules and tax rates, cached and read again after a change in any replica. */
export function createRetail(deps: { database: Database; clock: Clock; bus: Bus }): Retail {
  const { database, clock, bus } = deps;
  let known: Promise<Held> | null = null;
  let readAt = 0;
  const forget = () => {
    known = null;
  };
  /** One seller for each set of rules and rates: callers cache prices by seller, and a new seller makes these invalid. */
  const sellers = new WeakMap<Held, Map<string, Seller>>();
  bus.subscribe(TOPIC, forget);
  bus.onGap(forget);

  const read = async (): Promise<Held> => ({
    rules: await listRules(database.db),
    taxes: await listTaxRows(database.db),
  });
  const held = (now: Date): Promise<Held> => {
    if (known && Math.abs(now.getTime() - readAt) < FRESH_MS) return known;
    readAt = now.getTime();
    const reading = read();
    reading.catch(forget);
    return (known = reading);
  };
  const changed = () => {
    // The bus signal is for the other replicas.
    forget();
    bus.publish({ topic: TOPIC, key: "", id: "", version: 0 });
  };

  return {
    sellerTo: async (customerType) => {
      const now = clock.now();
      const all = await held(now);
      const made = sellers.get(all) ?? new Map<string, Seller>();
      sellers.set(all, made);
      const begun = begunBy([...all.rules, ...all.taxes], now);
      const set = `${customerType} ${begun}`;
      const seller =
        made.get(set) ?? sellerBy(inForce(all.rules, now), taxesIn(all.taxes, now), customerType);
      made.set(set, seller);
      return seller;
    },
    tryRule: async (rule) => {
      const now = clock.now();
      const at = rule.from === null ? now : laterDay(rule.from, now);
      if (!at) return dayHasBegun;
      const { rules: all, taxes } = await read();
      const customerType = rule.type ?? "PERSONAL";
      const others = inForce(all, at).filter((each) => !isFor(each, rule));
      const tried = rule.rule ? [...others, rowOf({ ...rule, rule: rule.rule })] : others;
      return done({
        at,
        customerType,
        today: sellerBy(inForce(all, now), taxesIn(taxes, now), customerType),
        after: sellerBy(tried, taxesIn(taxes, at), customerType),
      });
    },
    list: async () => {
      const now = clock.now();
      const all = await listRules(database.db);
      return { rules: inForce(all, now).map(toWire), planned: notYet(all, now).map(toWire) };
    },
    changed,
    put: async (backoffice, { rule, from, ...whom }, great) => {
      const now = clock.now();
      const from_at = from === null ? null : indianDayBounds(from).from;
      if (from_at && from_at <= now) return dayHasBegun;
      const set = { rule, updated_at: now, set_by: backoffice.name };
      const entry = await backoffice.transact<RetailEntry, "CONFLICT" | "SECOND_MEMBER_NEEDED">(
        async (tx) => {
          const waits = await backoffice.second(tx, great);
          if (waits) return waits;
          if (!from_at) {
            await putRule(tx, keyOf(whom), set);
            return done(entryOf(whom, { ...set, from_at: null }));
          }
          const planned = await planRule(tx, keyOf(whom), { ...set, from_at });
          if (isSame(planned.rule, rule)) return done(entryOf(whom, planned));
          const message = `${planned.set_by} has planned another rule for that day: remove it first.`;
          return refuse("CONFLICT", { message });
        },
      );
      changed();
      return entry;
    },
    remove: async (backoffice, whom, from, great) => {
      const now = clock.now();
      const entry = await backoffice.transact<RetailEntry, "NOT_FOUND" | "SECOND_MEMBER_NEEDED">(
        async (tx) => {
          const waits = await backoffice.second(tx, great);
          if (waits) return waits;
          const gone =
            from === null
              ? await removeRule(tx, keyOf(whom), now)
              : await removePlan(tx, keyOf(whom), indianDayBounds(from).from, now);
          return gone
            ? done(entryOf(whom, gone))
            : refuse("NOT_FOUND", { message: "There is no rule for exactly these." });
        },
      );
      changed();
      return entry;
    },
  };
}

const sellerBy =
  (rules: readonly RetailRow[], taxes: SellerTaxes, customerType: CustomerType): Seller =>
  (tariff, operatorId) =>
    retailTariff(tariff, ruleFor(rules, operatorId, customerType), taxes);

const keyOf = ({ operator, type }: RetailFor): RetailKey => ({
  operatorId: operator?.id ?? null,
  customerType: type,
});

const isFor = (row: RetailRow, { operator, type }: RetailFor) =>
  row.operator_id === (operator?.id ?? null) && row.customer_type === type;

const DAY_MS = 86_400_000;

/** The same time of the day on a later day; null: the day has begun. */
function laterDay(day: string, now: Date): Date | null {
  const days = Math.round((Date.parse(day) - Date.parse(indianDayOf(now))) / DAY_MS);
  return days > 0 ? new Date(now.getTime() + days * DAY_MS) : null;
}

const isSame = (one: RetailRule, other: RetailRule) =>
  one.markup_percent === other.markup_percent && one.per_kwh_add === other.per_kwh_add;

const rowOf = ({ operator, type, rule }: NewRule): RetailRow => ({
  operator_id: operator?.id ?? null,
  operator_name: operator?.name ?? null,
  customer_type: type,
  rule,
  from_at: null,
  updated_at: new Date(0),
  set_by: null,
});

const entryOf = (
  { operator, type }: RetailFor,
  { rule, from_at, updated_at, set_by }: Omit<RetailRow, keyof Keyed>,
): RetailEntry => ({
  operator,
  customer_type: type,
  rule,
  from: from_at && indianDayOf(from_at),
  updated_at: updated_at.toISOString(),
  by: set_by,
});
type Keyed = Pick<RetailRow, "operator_id" | "operator_name" | "customer_type">;

function toWire(row: RetailRow): RetailEntry {
  const { operator_id: id, operator_name: name, customer_type: type } = row;
  return entryOf({ operator: id === null ? null : { id, name: name ?? id }, type }, row);
}
