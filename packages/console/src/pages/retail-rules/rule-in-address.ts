import { readNumber } from "@voltmarg/rules";
import type { InputOf } from "../../api/call.ts";

type Body = Required<InputOf<"previewRetailRule">["body"]>;

const number = (text: string | null) => readNumber(text ?? "", { decimals: 4, signed: true });

/** The rule that an address names; null: it changes nothing. */
export function ruleIn(search: URLSearchParams): Body | null {
  const rule = {
    markup_percent: number(search.get("markup_percent")),
    per_kwh_add: number(search.get("per_kwh_add")),
  };
  if (Object.values(rule).every((part) => part === null)) return null;
  const type = search.get("customer_type");
  return {
    ...rule,
    operator: search.get("operator") || null,
    customer_type: type === "PERSONAL" || type === "CORPORATE" ? type : null,
    from: search.get("from") || null,
  };
}
