import type { CustomerType, RetailRule } from "@voltmarg/contract";
import { one, rows, sql, type Queryable, type Tx } from "../../platform/database/database.ts";

export type RetailRow = {
  operator_id: string | null;
  operator_name: string | null;
  customer_type: CustomerType | null;
  rule: RetailRule;
  updated_at: Date;
};

/** The operator and customer type a rule is for; null: for all. */
export type RetailKey = { operatorId: string | null; customerType: CustomerType | null };

/** The most general rules first. */
export const listRules = (on: Queryable) =>
  rows(
    on,
    sql<RetailRow>`
      select r.operator_id, o.name as operator_name, r.customer_type, r.rule, r.updated_at
      from retail_rule r left join operator o on o.id = r.operator_id
      order by r.operator_id is not null, o.name, r.operator_id, r.customer_type nulls first`,
  );

export const putRule = (tx: Tx, key: RetailKey, rule: RetailRule, at: Date) =>
  sql`insert into retail_rule (operator_id, customer_type, rule, updated_at)
      values (${key.operatorId}, ${key.customerType}, ${JSON.stringify(rule)}, ${at})
      on conflict (operator_id, customer_type) do update set rule = excluded.rule, updated_at = excluded.updated_at`.execute(
    tx,
  );

/** The removed rule; null: there was none. */
export const removeRule = (tx: Tx, key: RetailKey) =>
  one(
    tx,
    sql<{ rule: RetailRule; updated_at: Date }>`
      delete from retail_rule where operator_id is not distinct from ${key.operatorId}
        and customer_type is not distinct from ${key.customerType} returning rule, updated_at`,
  );
