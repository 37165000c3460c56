import { provider } from "@voltmarg/contract";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Mount } from "../../platform/http/mount.ts";
import { done, refuse } from "../../platform/http/problem.ts";
import type { Operator, Retail, TriedRule } from "./retail.ts";
import { putTaxRate, showTaxRates } from "./tax-rates.ts";

export type TariffsDeps = {
  database: Database;
  clock: Clock;
  retail: Retail;
  /** What is great about a change of prices, in words; null: nothing. */
  greatChange(rule: TriedRule): Promise<string | null>;
  operatorNamed(name: string): Promise<Operator | null>;
};

export function tariffsRoutes({ mount }: Mount, deps: TariffsDeps): void {
  /** Undefined: there is no such operator. */
  const operatorOf = async (name: string | null | undefined) =>
    name == null ? null : ((await deps.operatorNamed(name)) ?? undefined);

  mount(provider.listRetailRules, async () => done({ data: await deps.retail.list() }));

  mount(provider.putRetailRule, async ({ body, backoffice }) => {
    const { operator: name, customer_type: type, from, ...rule } = body;
    const operator = await operatorOf(name);
    if (operator === undefined) return refuse("NOT_FOUND", { message: noOperator });
    const asked = { operator, type, rule, from };
    const put = await deps.retail.put(backoffice, asked, await deps.greatChange(asked));
    return put.ok ? done({ data: put.value }) : put;
  });

  mount(provider.deleteRetailRule, async ({ query, backoffice }) => {
    const operator = await operatorOf(query.operator);
    if (operator === undefined) return refuse("NOT_FOUND", { message: noOperator });
    const whom = { operator, type: query.customer_type ?? null };
    const from = query.from ?? null;
    // What is only planned has changed nothing yet.
    const great = from === null ? await deps.greatChange({ ...whom, rule: null, from }) : null;
    const gone = await deps.retail.remove(backoffice, whom, from, great);
    return gone.ok ? done({ data: gone.value }) : gone;
  });

  mount(provider.listTaxRates, async () => {
    const rates = await showTaxRates(deps.database.db, deps.clock.now());
    return done({ data: { rates } });
  });

  mount(provider.putTaxRate, async ({ body, backoffice }) => {
    const put = await putTaxRate(deps, backoffice, body);
    deps.retail.changed();
    return put.ok ? done({ data: put.value }) : put;
  });
}

const noOperator = "There is no operator of that id, name or party.";
