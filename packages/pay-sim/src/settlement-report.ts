import { failed, json, type Answer } from "./answer.ts";
import { refused } from "./api-error.ts";
import { hold } from "./held-orders.ts";
import type { Provider } from "./provider.ts";
import { reportOf, reportScenarioOf } from "./settlements.ts";

/** GET /v1/settlements/recon/combined of one day: ten lines by default and a thousand at most, after the first `skip`. */
export async function settlementReport(
  provider: Provider,
  query: URLSearchParams,
): Promise<Answer> {
  const scenario = reportScenarioOf(provider);
  const skip = Number(query.get("skip") ?? 0);
  if (scenario === "away") return failed(refused("Not now.", { status: 503 }).failure);
  if (scenario === "first_page_only" && skip > 0)
    return failed(refused("The gateway did not answer.", { status: 502 }).failure);
  if (scenario === "slow") await hold(provider, `report ${query.toString()}`);
  const [year, month, day] = ["year", "month", "day"].map((name) => query.get(name) ?? "");
  if (!/^\d{4}$/.test(year!) || !/^\d\d?$/.test(month!) || !/^\d\d?$/.test(day!))
    return failed(refused("The month is not a valid month.", { field: "month" }).failure);
  const all = reportOf(provider, `${year}-${month!.padStart(2, "0")}-${day!.padStart(2, "0")}`);
  const most = Math.min(Number(query.get("count") ?? 10), 1_000);
  const items: object[] = all.slice(skip, skip + most);
  if (scenario === "unreadable") items.push({ entity_id: "pay_odd", type: "payment" });
  return json(200, { entity: "collection", count: items.length, items });
}
