import type { CustomerType, RetailRule } from "@voltmarg/contract";
import { one, rows, sql, type Queryable, type Tx } from "../../platform/database/database.ts";

/** A rule; `from_at`: when it begins to hold, null: when it was set. */
export type RetailRow = {
  operator_id: string | null;
  operator_name: string | null;
  customer_type: CustomerType | null;
  rule: RetailRule;
  from_at: Date | null;
  updated_at: Date;
  set_by: string | null;
};
type Written = Pick<RetailRow, "rule" | "from_at" | "updated_at" | "set_by">;

/** The operator and customer type a rule is for; null: for all. */
export type RetailKey = { operatorId: string | null; customerType: CustomerType | null };

/** The most general rules first, of one key in the order in which they hold. */
export const listRules = (on: Queryable) =>
  rows(
    on,
    sql<RetailRow>`
      select r.operator_id, o.name as operator_name, r.customer_type, r.rule, r.from_at, r.updated_at, r.set_by
      from (
        select operator_id, customer_type, rule, null::timestamptz as from_at, updated_at, set_by from retail_rule
        union all
        select operator_id, customer_type, rule, from_at, updated_at, set_by from planned_retail_rule
      ) r left join operator o on o.id = r.operator_id
      order by r.operator_id is not null, o.name, r.operator_id, r.customer_type nulls first, r.from_at nulls first`,
  );

const isOf = ({ operatorId, customerType }: RetailKey) =>
  sql`operator_id is not distinct from ${operatorId} and customer_type is not distinct from ${customerType}`;

/** Sets the rule that holds now, in place of planned ones that hold already. */
export async function putRule(tx: Tx, key: RetailKey, set: Omit<Written, "from_at">) {
  await removeBegun(tx, key, set.updated_at);
  await sql`insert into retail_rule (operator_id, customer_type, rule, updated_at, set_by)
      values (${key.operatorId}, ${key.customerType}, ${JSON.stringify(set.rule)}, ${set.updated_at}, ${set.set_by})
      on conflict (operator_id, customer_type) do update
        set rule = excluded.rule, updated_at = excluded.updated_at, set_by = excluded.set_by`.execute(
    tx,
  );
}

/** Plans a rule. Answers what is planned for that key and time: this rule, or another that was planned before. */
export async function planRule(
  tx: Tx,
  key: RetailKey,
  set: Written & { from_at: Date },
): Promise<Written> {
  await sql`insert into planned_retail_rule (operator_id, customer_type, from_at, rule, updated_at, set_by)
      values (${key.operatorId}, ${key.customerType}, ${set.from_at}, ${JSON.stringify(set.rule)}, ${set.updated_at},
        ${set.set_by})
      on conflict (operator_id, customer_type, from_at) do nothing`.execute(tx);
  return (await one(
    tx,
    sql<Written>`select rule, from_at, updated_at, set_by from planned_retail_rule
      where ${isOf(key)} and from_at = ${set.from_at}`,
  ))!;
}

/** The rule that held until now, with those it had replaced; null: there was none. */
export async function removeRule(tx: Tx, key: RetailKey, now: Date): Promise<Written | null> {
  const begun = await removeBegun(tx, key, now);
  const set = await one(
    tx,
    sql<Written>`delete from retail_rule where ${isOf(key)}
      returning rule, null::timestamptz as from_at, updated_at, set_by`,
  );
  return begun.toSorted((a, b) => b.from_at!.getTime() - a.from_at!.getTime())[0] ?? set;
}

const removeBegun = (tx: Tx, key: RetailKey, now: Date) =>
  rows(
    tx,
    sql<Written>`delete from planned_retail_rule where ${isOf(key)} and from_at <= ${now}
      returning rule, from_at, updated_at, set_by`,
  );

/** A rule that does not hold yet; null: there was none. */
export const removePlan = (tx: Tx, key: RetailKey, from: Date, now: Date) =>
  one(
    tx,
    sql<Written>`delete from planned_retail_rule where ${isOf(key)} and from_at = ${from} and from_at > ${now}
      returning rule, from_at, updated_at, set_by`,
  );
