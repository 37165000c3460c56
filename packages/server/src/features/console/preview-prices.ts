import type { RetailPreview, Tariff } from "@voltmarg/contract";
import {
  add,
  advisoryMark,
  currentOf,
  exact,
  fraction,
  INDIA_ZONE,
  isProviderCurrency,
  isTariffValidAt,
  physicalOf,
  powerKw,
  priceSession,
  roundHalfUpToPaise,
  type SentConnector,
  ZERO,
} from "@voltmarg/rules";
import { done, type Outcome } from "../../platform/http/problem.ts";
import { getTariff, type Seller, type TriedRule } from "../tariffs/index.ts";
import type { ConsoleDeps } from "./console-deps.ts";
import { tariffsCharged, tariffsListed, type TariffInUse } from "./preview.store.ts";

export type PreviewDeps = Pick<ConsoleDeps, "database" | "clock" | "retail">;
type Previewed = RetailPreview["prices"][number];
type Unpriced = Previewed["unpriced"];

const LATELY_MS = 30 * 86_400_000;
const MOST_CHARGES = 1_000;
/** Of an operator without charges, tariffs are looked for at so many locations. */
const PLACES = 5;
const SHOWN = 10;

/** The charge that prices are compared by: a usual one at a fast plug. */
const KWH = 20;
const MINUTES = 40;
const MINUTE_MS = 60_000;

/** What a rule would make of the prices of the tariffs that are used most. Nothing is saved. */
export async function previewPrices(
  deps: PreviewDeps,
  rule: TriedRule,
): Promise<Outcome<RetailPreview, "INVALID_INPUT">> {
  const tried = await deps.retail.tryRule(rule);
  if (!tried.ok) return tried;
  const { at, customerType, today, after } = tried.value;
  const prices: Previewed[] = [];
  for (const use of await tariffsToShow(deps, rule.operator?.id ?? null)) {
    const tariff = await getTariff(deps.database.db, use.tariff_id);
    prices.push(previewOf(use, tariff, { at, today, after }));
  }
  return done({ at: at.toISOString(), kwh: KWH, customer_type: customerType, prices });
}

/** The tariff of each operator that is used most, then the second ones. */
async function tariffsToShow(
  { database: { db }, clock }: PreviewDeps,
  operatorId: string | null,
): Promise<TariffInUse[]> {
  const since = new Date(clock.now().getTime() - LATELY_MS);
  const charged = await tariffsCharged(db, { operatorId, since, most: MOST_CHARGES });
  const listed = await tariffsListed(db, { operatorId, places: PLACES });
  const isNew = (each: TariffInUse) => !charged.some((use) => use.tariff_id === each.tariff_id);
  const all = [
    ...charged.toSorted((a, b) => b.charges - a.charges),
    ...listed.filter((each) => isNew(each)).map(listedUse),
  ];
  const places = new Map<string, number>();
  const placed = all.map((use) => {
    const place = places.get(use.operator_id) ?? 0;
    places.set(use.operator_id, place + 1);
    return { use, place };
  });
  return placed
    .toSorted((a, b) => a.place - b.place)
    .slice(0, SHOWN)
    .map(({ use }) => use);
}

const listedUse = ({
  connector,
  ...use
}: TariffInUse & { connector: SentConnector }): TariffInUse =>
  Object.assign(use, { power_kw: powerKw(physicalOf(connector), null) });

function previewOf(
  use: TariffInUse,
  tariff: Tariff | null,
  { at, today, after }: { at: Date; today: Seller; after: Seller },
): Previewed {
  const minutes =
    use.power_kw !== null && use.power_kw > 0
      ? Math.max(MINUTES, Math.ceil((KWH / use.power_kw) * 60))
      : MINUTES;
  const shown = {
    operator: { id: use.operator_id, name: use.operator_name },
    tariff_id: use.tariff_id,
    location: { id: use.location_id, name: use.location_name },
    plug: { standard: use.standard, power_kw: use.power_kw },
    charges: use.charges,
    minutes,
    currency: tariff?.currency ?? null,
  };
  const unpriced = whyUnpriced(tariff, at);
  if (!tariff || unpriced) return { ...shown, ...NO_PRICE, unpriced };
  const priceOf = (of: Tariff) => priceCharge(of, at, minutes);
  const cost = priceOf(tariff);
  const [now, then] = [today, after].map((sell) => priceOf(sell(tariff, use.operator_id)));
  const margin = then!.exclMinor - cost.exclMinor;
  return {
    ...shown,
    unpriced: null,
    cost_minor: Number(cost.exclMinor),
    today_minor: Number(now!.inclMinor),
    after_minor: Number(then!.inclMinor),
    after_gst_minor: Number(then!.inclMinor - then!.exclMinor),
    margin_today_minor: Number(now!.exclMinor - cost.exclMinor),
    margin_minor: Number(margin),
    margin_percent:
      then!.exclMinor === 0n ? null : Number((margin * 10_000n) / then!.exclMinor) / 100,
    below_cost: margin < 0n,
    advisory: advisoryOf(use.standard, at, { price: then!, cost }),
  };
}

type Priced = ReturnType<typeof priceSession>;

/** The price beside the advised ceiling of the service charge. */
function advisoryOf(
  standard: string,
  at: Date,
  { price, cost }: { price: Priced; cost: Priced },
): Previewed["advisory"] {
  const current = currentOf(standard);
  if (current === null) return null;
  const energyCost = cost.lines
    .filter(({ dimension }) => dimension === "ENERGY")
    .reduce((sum, { exclVat }) => add(sum, exact(exclVat)), ZERO);
  const perKwh = (paise: bigint) => roundHalfUpToPaise(fraction(paise, 100n * BigInt(KWH)));
  const whole = perKwh(price.exclMinor);
  const asked = perKwh(roundHalfUpToPaise(energyCost));
  const energy = asked < whole ? asked : whole;
  const mark = advisoryMark(current, at, { whole, energy });
  return {
    ceiling_minor: Number(mark.ceiling),
    solar: mark.isSolar,
    per_kwh_minor: Number(whole),
    energy_minor: Number(energy),
    other_minor: Number(whole - energy),
    verdict: mark.verdict,
    electricity_minor: mark.electricityAtLeast === null ? null : Number(mark.electricityAtLeast),
  };
}

const NO_PRICE = {
  cost_minor: null,
  today_minor: null,
  after_minor: null,
  after_gst_minor: null,
  margin_today_minor: null,
  margin_minor: null,
  margin_percent: null,
  below_cost: false,
  advisory: null,
};

function whyUnpriced(tariff: Tariff | null, at: Date): Unpriced {
  if (!tariff) return "UNREADABLE";
  if (!isProviderCurrency(tariff.currency)) return "CURRENCY";
  return isTariffValidAt(tariff, at.getTime()) ? null : "NOT_VALID";
}

/** What the charge that prices are compared by costs at a tariff. */
export function priceCharge(tariff: Tariff, at: Date, minutes = MINUTES) {
  const start = at.toISOString();
  const end = new Date(at.getTime() + minutes * MINUTE_MS).toISOString();
  return priceSession({
    tariff,
    // Whatever their locations' own.
    timeZone: INDIA_ZONE,
    start,
    end,
    periods: [{ start, end, kwh: KWH, kind: "CHARGING" }],
  });
}
