import {
  accounts,
  provider,
  type CustomerType,
  type RetailEntry,
  type RetailPreview,
} from "@voltmarg/contract";
import { checkRetailRule, formatInr } from "@voltmarg/rules";
import { callRoute } from "@voltmarg/client/node";
import {
  table,
  Usage,
  type BackOffice,
  type Options,
  type Subcommand,
  numberIn,
} from "./backoffice-command.ts";

const run =
  (verb: string): Subcommand["run"] =>
  async (_args, options, backOffice) => {
    const answer = await runRetail(verb, options, backOffice);
    return { answer, text: describeRetail([...answer.rules, ...(answer.planned ?? [])]) };
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
      "retail preview [--operator <id|name>] [--type PERSONAL|CORPORATE] [--markup <percent>] [--per-kwh <rupees>] [--from <day>]",
    does: "what that rule would make of the prices of ten tariffs, those most used first; nothing is saved",
    run: async (_args, options, { url, token }) => {
      const call = { token, body: ruleOf(options) };
      const { data } = await callRoute(url, provider.previewRetailRule, call);
      return { answer: data, text: describePreview(data) };
    },
  },
  {
    usage:
      "retail set [--operator <id|name>] [--type PERSONAL|CORPORATE] [--markup <percent>] [--per-kwh <rupees>] [--from <day>]",
    does: "set the rule for an operator, a customer type, or all; a discount is written --markup=-10; with a day it holds from its beginning in India",
    run: run("set"),
  },
  {
    usage: "retail remove [--operator <id|name>] [--type PERSONAL|CORPORATE] [--from <day>]",
    does: "remove that rule, or the one that is planned for that day",
    run: run("remove"),
  },
];

async function runRetail(
  verb: string,
  options: Options,
  { url, token }: BackOffice,
): Promise<{ rules: RetailEntry[]; planned?: RetailEntry[] }> {
  switch (verb) {
    case "list":
      return (await callRoute(url, provider.listRetailRules, { token })).data;
    case "set": {
      const body = ruleOf(options);
      return { rules: [(await callRoute(url, provider.putRetailRule, { token, body })).data] };
    }
    case "remove": {
      const { operator, from } = options;
      const query = { operator, customer_type: customerTypeOf(options["type"]), from };
      return { rules: [(await callRoute(url, provider.deleteRetailRule, { token, query })).data] };
    }
    default:
      throw new Usage(`there is no command "retail ${verb}"`);
  }
}

/** The rule that the options name. */
function ruleOf(options: Options) {
  const rule = {
    markup_percent: numberOf(options, "markup"),
    per_kwh_add: numberOf(options, "per-kwh"),
  };
  if (Object.values(rule).every((part) => part === null))
    throw new Usage("a rule needs --markup or --per-kwh");
  try {
    checkRetailRule(rule);
  } catch (error) {
    throw new Usage((error as RangeError).message);
  }
  const { operator = null, from = null } = options;
  return { operator, customer_type: customerTypeOf(options["type"]) ?? null, from, ...rule };
}

/** One row per rule. */
function describeRetail(rules: readonly RetailEntry[]): string {
  if (rules.length === 0) return "No rules: every tariff is sold on as the operator has it.";
  return table(
    ["Operator", "Customer", "Markup", "Per kWh", "From", "By"],
    rules.map(({ operator, customer_type, rule, from, updated_at, by }) => [
      operator?.name ?? "every operator",
      customer_type ?? "every type",
      rule.markup_percent === null ? "as it is" : `${rule.markup_percent}%`,
      rule.per_kwh_add === null ? "as it is" : `₹${rule.per_kwh_add}`,
      from ?? updated_at.slice(0, 16).replace("T", " "),
      by ?? "not known",
    ]),
  );
}

/** One row per tariff. */
function describePreview({ kwh, prices }: RetailPreview): string {
  if (prices.length === 0) return "There are no tariffs that this rule is for.";
  const rupees = (minor: number | null) => (minor === null ? "not known" : formatInr(minor));
  return table(
    ["Operator", "Location", "Minutes", "Cost", "Today", "After", "Margin", ""],
    prices.map((each) => [
      each.operator.name,
      each.location.name,
      String(each.minutes),
      rupees(each.cost_minor),
      rupees(each.today_minor),
      rupees(each.after_minor),
      rupees(each.margin_minor),
      [each.unpriced, each.below_cost && "BELOW COST", advised(each.advisory)]
        .filter(Boolean)
        .join(", "),
    ]),
  ).concat(`\n\nFor ${kwh} kWh. Today and after with GST; cost and margin without.`);
}

const advised = (mark: RetailPreview["prices"][number]["advisory"]): string | null => {
  if (!mark || mark.verdict === "WITHIN") return null;
  const ceiling = `service charge advised: ${formatInr(mark.ceiling_minor)} a kWh`;
  return mark.verdict === "ABOVE" ? `ABOVE THE ${ceiling}` : `cannot be split (${ceiling})`;
};

function customerTypeOf(text: string | undefined): CustomerType | undefined {
  if (text === undefined) return undefined;
  const known = accounts.CustomerType.options.find((type) => type === text.toUpperCase());
  if (!known) throw new Usage(`--type is ${accounts.CustomerType.options.join(" or ")}`);
  return known;
}

function numberOf(options: Options, name: string): number | null {
  const text = options[name];
  return text === undefined ? null : numberIn(text, name);
}
