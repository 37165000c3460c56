import { accounts, provider, type CustomerType, type RetailEntry } from "@voltmarg/contract";
import { checkRetailRule } from "@voltmarg/rules";
import { callRoute } from "@voltmarg/world/client";
import {
  table,
  Usage,
  type BackOffice,
  type Options,
  type Subcommand,
} from "./backoffice-command.ts";

const run =
  (verb: string): Subcommand["run"] =>
  async (_args, options, backOffice) => {
    const answer = await runRetail(verb, options, backOffice);
    return { answer, text: describeRetail(answer.rules) };
  };

/** `retail …`: the provider's retail prices for what operators sell. */
export const retailCommands: readonly Subcommand[] = [
  {
    usage: "retail list",
    does: "the retail rules for operators' tariffs",
    run: run("list"),
  },
  {
    usage:
      "retail set [--operator <id|name>] [--type PERSONAL|CORPORATE] [--markup <percent>] [--per-kwh <rupees>] [--gst <percent>]",
    does: "set the rule for an operator, a customer type, or all; a discount is written --markup=-10",
    run: run("set"),
  },
  {
    usage: "retail remove [--operator <id|name>] [--type PERSONAL|CORPORATE]",
    does: "remove that rule",
    run: run("remove"),
  },
];

async function runRetail(
  verb: string,
  options: Options,
  { url, token }: BackOffice,
): Promise<{ rules: RetailEntry[] }> {
  const operator = options["operator"];
  const customer_type = customerTypeOf(options["type"]);
  switch (verb) {
    case "list":
      return (await callRoute(url, provider.listRetailRules, { token })).data;
    case "set": {
      const rule = {
        markup_percent: numberOf(options, "markup"),
        per_kwh_add: numberOf(options, "per-kwh"),
        gst_percent: numberOf(options, "gst"),
      };
      if (Object.values(rule).every((part) => part === null))
        throw new Usage("retail set needs --markup, --per-kwh or --gst");
      try {
        checkRetailRule(rule);
      } catch (error) {
        throw new Usage((error as RangeError).message);
      }
      const body = { operator: operator ?? null, customer_type: customer_type ?? null, ...rule };
      return { rules: [(await callRoute(url, provider.putRetailRule, { token, body })).data] };
    }
    case "remove": {
      const query = { operator, customer_type };
      return { rules: [(await callRoute(url, provider.deleteRetailRule, { token, query })).data] };
    }
    default:
      throw new Usage(`there is no command "retail ${verb}"`);
  }
}

/** One row per rule. */
function describeRetail(rules: readonly RetailEntry[]): string {
  if (rules.length === 0) return "No rules: every tariff is sold on as the operator has it.";
  return table(
    ["Operator", "Customer", "Markup", "Per kWh", "GST", "Since"],
    rules.map(({ operator, customer_type, rule, updated_at }) => [
      operator?.name ?? "every operator",
      customer_type ?? "every type",
      rule.markup_percent === null ? "as it is" : `${rule.markup_percent}%`,
      rule.per_kwh_add === null ? "as it is" : `₹${rule.per_kwh_add}`,
      rule.gst_percent === null ? "as it is" : `${rule.gst_percent}%`,
      updated_at.slice(0, 16).replace("T", " "),
    ]),
  );
}

function customerTypeOf(text: string | undefined): CustomerType | undefined {
  if (text === undefined) return undefined;
  const known = accounts.CustomerType.options.find((type) => type === text.toUpperCase());
  if (!known) throw new Usage(`--type is ${accounts.CustomerType.options.join(" or ")}`);
  return known;
}

function numberOf(options: Options, name: string): number | null {
  const text = options[name];
  if (text === undefined) return null;
  const value = text.trim() === "" ? Number.NaN : Number(text);
  if (!Number.isFinite(value)) throw new Usage(`--${name} needs a number, not "${text}"`);
  return value;
}
