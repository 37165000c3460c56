import { describe, expect, test } from "vitest";
import { listedProof, proofOf, proofSince } from "./proof.ts";
import type { ProofFigures } from "./proof.store.ts";

const NOW = new Date("2026-11-20T06:30:00Z");
const figures = (more: Partial<ProofFigures> = {}): ProofFigures => ({
  worked: 0,
  failed: 0,
  charged_at: null,
  power_kw: null,
  ...more,
});
const at = (time: string) => new Date(`2026-11-20T${time}:00.000Z`);

test("starts of thirty days count, by whole days", () => {
  expect(proofSince(NOW)).toBe("2026-10-21");
  expect(proofSince(new Date("2026-11-20T00:00:00.000Z"))).toBe("2026-10-21");
  expect(proofSince(new Date("2026-11-19T23:59:59.999Z"))).toBe("2026-10-20");
});

describe("[L-13] what charges say of a station", () => {
  test("is nothing where there were none", () => {
    expect(proofOf([])).toEqual({ last_charged: null, starts: null });
    expect(proofOf([figures()])).toEqual({ last_charged: null, starts: null });
    expect(listedProof(figures())).toEqual({});
  });

  test("has the starts of all its chargers together, from ten on", () => {
    const nine = [figures({ worked: 4, failed: 1 }), figures({ worked: 3, failed: 1 })];
    expect(proofOf(nine).starts).toBe(null);
    expect(proofOf([...nine, figures({ failed: 1 })]).starts).toEqual({ tried: 10, worked: 7 });
    expect(listedProof(figures({ worked: 9 }))).toEqual({});
    expect(listedProof(figures({ worked: 9, failed: 1 }))).toEqual({
      proof: { last_charged: null, starts: { tried: 10, worked: 9 } },
    });
  });

  test("has the last charge of any, of two at once the stronger one", () => {
    const last = (...of: Partial<ProofFigures>[]) => proofOf(of.map(figures)).last_charged;
    const early = { charged_at: at("05:00"), power_kw: 90 };
    const late = { charged_at: at("06:00"), power_kw: 30 };
    const shown = { at: "2026-11-20T06:00:00.000Z", power_kw: 30 };
    expect(last(early, late, {})).toEqual(shown);
    expect(last(late, {}, early)).toEqual(shown);
    expect(last(late, { ...late, power_kw: 31 })).toEqual({ ...shown, power_kw: 31 });
    expect(last({ ...late, power_kw: 31 }, late)).toEqual({ ...shown, power_kw: 31 });
    expect(last({ ...late, power_kw: null }, late)).toEqual(shown);
    expect(last(late, { ...late, power_kw: null })).toEqual(shown);
    expect(last({ ...late, power_kw: null })).toEqual({ ...shown, power_kw: null });
    expect(listedProof(figures(late))).toEqual({ proof: { last_charged: shown, starts: null } });
  });
});
