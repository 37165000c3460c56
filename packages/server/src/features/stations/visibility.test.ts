import { describe, expect, test } from "vitest";
import { mayView, restrictionsBy } from "./visibility.ts";

const DRIVER = { userId: "usr_1", companyId: "com_1" };
const ALONE = { userId: "usr_1", companyId: null };
type Token = { uid?: string; visual_number?: string; group_id?: string };

describe("[L-8] a station that its operator does not publish", () => {
  const sees = (
    tokens: Token[] | null | undefined,
    driver: typeof DRIVER | typeof ALONE = DRIVER,
  ) => mayView(driver, { body: { publish_allowed_to: tokens } as never });

  test.each<[Token, boolean]>([
    [{ uid: "usr_1" }, true],
    [{ uid: "usr_2" }, false],
    [{ visual_number: "usr_1" }, true],
    [{ visual_number: "usr_2" }, false],
    [{ group_id: "com_1" }, true],
    [{ group_id: "com_2" }, false],
    [{ uid: "usr_1", group_id: "com_1" }, true],
    [{ uid: "usr_1", group_id: "com_2" }, false],
    [{ uid: "usr_2", group_id: "com_1" }, false],
    [{ uid: "usr_1", visual_number: "usr_2" }, false],
    [{ visual_number: "usr_1", group_id: "com_2" }, false],
    [{ uid: "", visual_number: "", group_id: "" }, false],
    [{ uid: "", group_id: "com_1" }, true],
    [{}, false],
  ])("with the token %j is shown to the driver: %j", (token, isShown) => {
    expect(sees([token])).toBe(isShown);
    expect(sees([{ uid: "usr_9" }, token])).toBe(isShown);
  });

  test("is shown to nobody without tokens, and to no company's members if the driver has none", () => {
    expect(sees([])).toBe(false);
    expect(sees(null)).toBe(false);
    expect(sees(undefined)).toBe(false);
    expect(sees([{ group_id: "com_1" }], ALONE)).toBe(false);
    expect(sees([{ uid: "usr_1" }], ALONE)).toBe(true);
  });
});

describe("[L-9] a whitelist", () => {
  const NONE = { user_id: null, company_id: null, location_id: null, operator_id: null };
  const HERE = { id: "loc_1", operator_id: "opr_1" };
  const mine = { ...NONE, user_id: "usr_1" };
  const others = { ...NONE, user_id: "usr_2" };
  const ours = { ...NONE, company_id: "com_1" };
  const atHere = { location_id: "loc_1" };
  const atOperator = { operator_id: "opr_1" };

  test("restricts no station that has none", () => {
    for (const entries of [
      [],
      [{ ...others, location_id: "loc_2" }],
      [{ ...others, operator_id: "opr_2" }],
    ]) {
      const { isListed, isRestricted } = restrictionsBy(entries);
      expect([isListed(HERE), isRestricted(DRIVER, HERE)]).toEqual([false, false]);
    }
  });

  test.each([
    ["of others", [{ ...others, ...atHere }], true],
    ["of the operator's others", [{ ...others, ...atOperator }], true],
    ["of the driver", [{ ...mine, ...atHere }], false],
    ["of the operator's drivers", [{ ...mine, ...atOperator }], false],
    ["of the company", [{ ...ours, ...atHere }], false],
    [
      "of several",
      [
        { ...others, ...atHere },
        { ...mine, ...atHere },
      ],
      false,
    ],
    [
      "of place and operator",
      [
        { ...others, ...atHere },
        { ...mine, ...atOperator },
      ],
      false,
    ],
    [
      "of this and others",
      [
        { ...others, ...atHere },
        { ...mine, location_id: "loc_2" },
      ],
      true,
    ],
  ])("%s restricts the driver: %j", (_, entries, restricted) => {
    const { isListed, isRestricted } = restrictionsBy(entries);
    expect(isListed(HERE)).toBe(true);
    expect(isRestricted(DRIVER, HERE)).toBe(restricted);
    expect(isListed({ id: "loc_3", operator_id: "opr_3" })).toBe(false);
  });

  test("of a company does not name a driver without one, nor does an entry without a company", () => {
    expect(restrictionsBy([{ ...ours, ...atHere }]).isRestricted(ALONE, HERE)).toBe(true);
    expect(restrictionsBy([{ ...others, ...atHere }]).isRestricted(ALONE, HERE)).toBe(true);
  });
});
