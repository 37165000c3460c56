import type { RouteCall, Trip, TripGap, trips } from "@voltmarg/contract";
import { readWhole } from "@voltmarg/rules";
import { create } from "zustand";
import { serviceNow } from "../../clock.ts";
import { onSignedOut } from "../../api/account/account.ts";
import { personal } from "../../native/storage.ts";
import { instantOf } from "./departure.ts";
import type { Place } from "../../places/place.ts";

/** What the service plans a trip from. */
export type Ask = NonNullable<RouteCall<typeof trips.planTrip>["body"]>;

/** The form as it is typed. */
export type Draft = {
  from: Place | null;
  to: Place | null;
  /** null: not typed yet; then it is what is known of the battery. */
  now: string | null;
  end: string;
  people: string;
  luggage: string;
  /** What the car shows now; empty: not said. */
  odometer: string;
  cooling: boolean;
  preference: NonNullable<Ask["preference"]>;
  style: NonNullable<Ask["style"]>;
  /** `2026-11-25T07:30` by India's clock; empty: now. */
  departs: string;
  /** Empty: the primary one. */
  vehicle: string;
};

export const preferences = ["QUICKEST", "FEWEST_STOPS", "CHEAPEST"] as const;

const EMPTY: Draft = {
  from: null,
  to: null,
  now: null,
  end: "15",
  people: "1",
  luggage: "0",
  odometer: "",
  cooling: true,
  preference: "QUICKEST",
  style: "USUAL",
  departs: "",
  vehicle: "",
};

const DRAFT = "trip-draft";
const ASKS = "trip-asks";
const MOST_ASKS = 10;

/** Of a battery of which nothing is known, per cent. */
const USUAL_CHARGE = "80";

type Form = { draft: Draft; gap: { ask: Ask; gap: TripGap } | null };

/** The form outlives its screen: a plan is changed by going back to it. */
export const useTripForm = create<Form>(() => ({ draft: restored(), gap: null }));
onSignedOut(() => useTripForm.setState({ draft: EMPTY, gap: null }));

function stored(): Partial<Draft> | null {
  return personal.read<Partial<Draft>>(DRAFT);
}

/** A departure of the last visit may lie in the past, and battery and odometer are no longer what they were. */
function restored(): Draft {
  return { ...EMPTY, ...stored(), departs: "", odometer: "", now: null };
}

/** How full the battery may be while nobody has said so: as it was typed last time. */
export const usualCharge = (): string => stored()?.now || USUAL_CHARGE;

export function changeDraft(part: Partial<Draft>): void {
  useTripForm.setState(({ draft }) => ({ draft: { ...draft, ...part }, gap: null }));
  const { draft } = useTripForm.getState();
  personal.write(DRAFT, { ...draft, now: draft.now ?? usualCharge() });
}

/** What the form asks for; null while something in it is missing or wrong. */
export function askOf(draft: Draft): Ask | null {
  const numbers = numbersOf(draft);
  const { now, end, people, luggage, odometer } = numbers;
  if (!draft.from || !draft.to) return null;
  if (now === null || end === null || people === null || luggage === null) return null;
  if (odometer === null) return null;
  return {
    start: draft.from,
    end: draft.to,
    charge_percent: now,
    arrive_percent: end,
    people,
    luggage_kg: luggage,
    air_conditioning: draft.cooling,
    preference: draft.preference,
    style: draft.style,
    ...(odometer !== undefined && { odometer_km: odometer }),
    ...(draft.departs && { departs_at: instantOf(draft.departs) }),
    ...(draft.vehicle && { vehicle_id: draft.vehicle }),
  };
}

/** The least and the most of the form's whole numbers, and their unit. */
export const bounds = {
  now: [1, 100, "%"],
  end: [0, 90, "%"],
  people: [1, 9],
  luggage: [0, 500, "kg"],
} as const;

/** The numbers of the form; null: not one that can be planned with. */
export const numbersOf = ({ now, end, people, luggage, odometer }: Draft) => ({
  now: readWhole(now ?? "", ...bounds.now),
  end: readWhole(end, ...bounds.end),
  people: readWhole(people, ...bounds.people),
  luggage: readWhole(luggage, ...bounds.luggage),
  odometer: odometer.trim() === "" ? undefined : readWhole(odometer, 0, 2_000_000, "km"),
});

/** The form that asks for this. */
export const draftOf = (ask: Ask): Partial<Draft> => ({
  from: ask.start,
  to: ask.end,
  now: String(ask.charge_percent),
  end: String(ask.arrive_percent ?? EMPTY.end),
  people: String(ask.people ?? EMPTY.people),
  luggage: String(ask.luggage_kg ?? EMPTY.luggage),
  cooling: ask.air_conditioning ?? EMPTY.cooling,
  preference: ask.preference ?? EMPTY.preference,
  style: ask.style ?? EMPTY.style,
  vehicle: ask.vehicle_id ?? "",
  odometer: "",
});

type Asks = { id: string; ask: Ask }[];
const asks = (): Asks => personal.read<Asks>(ASKS) ?? [];

/** What a trip was planned from, so that it can be planned again in another way. The odometer has been said. */
export function rememberAsk(
  id: string,
  { replaces: _replaced, odometer_km: _said, ...ask }: Ask,
): void {
  const others = asks().filter((one) => one.id !== id);
  personal.write(ASKS, [{ id, ask }, ...others].slice(0, MOST_ASKS));
}

/** What plans a trip once more in its place; null: it was planned on another device, or long ago. */
export function askAgain({ id }: Pick<Trip, "id">, now = serviceNow()): Ask | null {
  const ask = asks().find((one) => one.id === id)?.ask;
  if (!ask) return null;
  const { departs_at, ...rest } = ask;
  const isAhead = departs_at !== undefined && Date.parse(departs_at) > now;
  return { ...rest, ...(isAhead && { departs_at }), replaces: id };
}

/** What plans the rest of a trip in its place, from where the driver is, with the charge there is. */
export function askFromHere(trip: Trip, here: Place, chargePercent: number): Ask {
  const usual = askOf({
    ...useTripForm.getState().draft,
    from: here,
    to: trip.plan.end,
    now: "1",
    odometer: "",
  });
  const { departs_at: _departed, ...before } = askAgain(trip) ?? {
    ...usual,
    preference: trip.plan.preference,
  };
  return {
    ...before,
    start: here,
    end: trip.plan.end,
    charge_percent: chargePercent,
    replaces: trip.id,
  };
}
