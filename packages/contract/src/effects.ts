/**
 * How often one driver or one member of the staff may call: so many times a minute in the long run, and so many at a
 * stretch. Where nobody is signed in, one address.
 */
export type Budget = { perMinute: number; burst: number };

/** What a credential of the back office is for. `admin` may everything, everybody may what `read` may. */
export type StaffRole = "read" | "support" | "finance" | "admin";

/** What guards every operation of the back office with one effect. */
export type EffectRule = {
  /** What an operation can change, or show. */
  what: string;
  /** Who may do it, `admin` always besides. */
  roles: readonly StaffRole[];
  /** A browser must have used its passkey, or the company's sign-in, within five minutes. */
  passkey: boolean;
  /** Why it is done has to be written; it stays in the audit log. */
  reason: boolean;
  /** When a second member has to confirm it; null: never. */
  second: string | null;
  /** What waits for a second member is the call itself: SECOND_MEMBER_NEEDED. Otherwise its answer says so. */
  proposes: boolean;
  /** Of one member, for each operation. */
  budget: Budget;
  /** How many times within 24 hours one member may; null: as the budget says. */
  perDay: number | null;
  /** What the audit log keeps: each call, the first within a quarter of an hour, or how many there were in a day. */
  audit: "EACH" | "FIRST" | "COUNT";
};

const rule = (
  what: string,
  roles: readonly StaffRole[],
  [perMinute, burst]: readonly [number, number],
  more: Partial<EffectRule> = {},
): EffectRule => ({
  what,
  roles,
  budget: { perMinute, burst },
  passkey: false,
  reason: false,
  second: null,
  proposes: false,
  perDay: null,
  audit: "EACH",
  ...more,
});
const PASSKEY = { passkey: true };
const FROM_AMOUNT = "from the amount of the setting FOUR_EYES_FROM within a day for one driver";

/**
 * What the operations of the back office can do, and what that asks for. An operation declares its effect; role, passkey,
 * reason, second member, budget and audit follow from here alone.
 */
export const EFFECTS = {
  READ: rule("shows lists and figures, with drivers' data masked", ["read"], [600, 300], {
    audit: "COUNT",
  }),
  CHECK: rule("reads all of the books to check them, one check at a time", ["read"], [10, 20], {
    audit: "COUNT",
  }),
  LOOK: rule("shows one driver, with the data masked", ["read"], [60, 30], { audit: "FIRST" }),
  OWN_SESSION: rule("changes the caller's own sign-in", ["read"], [60, 30]),
  SHOW: rule("shows one driver's data as it is", ["support", "finance"], [20, 20], {
    reason: true,
    perDay: 60,
  }),
  EXPORT: rule("takes away all data of one driver", ["support"], [6, 6], {
    ...PASSKEY,
    reason: true,
    perDay: 10,
  }),
  EVIDENCE: rule(
    "takes away what shows a payment provider that one payment was used",
    ["finance", "support"],
    [6, 6],
    { ...PASSKEY, reason: true, perDay: 30 },
  ),
  CARE: rule(
    "serves a driver or a station, and gives nobody money or access",
    ["support"],
    [120, 60],
  ),
  PUBLISH: rule("changes what every driver sees", ["support"], [60, 30], PASSKEY),
  RELEASE: rule("changes which version of the app drivers may use", ["admin"], [20, 20], {
    ...PASSKEY,
    second: "for a new lowest version, and for a new link",
    proposes: true,
  }),
  PRICE: rule("changes what drivers pay", ["finance"], [60, 30], {
    ...PASSKEY,
    second: "below what the operator is owed, a change of more than a quarter, or another tax",
    proposes: true,
  }),
  GIVE: rule("gives a driver the provider's money", ["finance", "support"], [30, 20], {
    ...PASSKEY,
    reason: true,
    second: `what support gives always; what finance gives ${FROM_AMOUNT}`,
  }),
  DRIVER_MONEY: rule("moves money of one driver", ["finance"], [30, 20], {
    ...PASSKEY,
    reason: true,
    second: FROM_AMOUNT,
  }),
  BOOKS: rule(
    "changes what the provider is owed, owes, or grants to companies",
    ["finance"],
    [60, 30],
    PASSKEY,
  ),
  UNBOOK: rule("takes back what was booked, or gives up what is owed", ["finance"], [20, 20], {
    ...PASSKEY,
    reason: true,
    second: "always",
    proposes: true,
  }),
  DECIDE: rule("decides what another member proposed", ["finance"], [60, 30], PASSKEY),
  ERASE: rule("erases one driver's data", ["admin"], [6, 6], { ...PASSKEY, reason: true }),
  TELL_ALL: rule("tells drivers of a breach of their data", ["admin"], [6, 6], {
    ...PASSKEY,
    reason: true,
    second: "always",
    proposes: true,
  }),
  SEE_ACCESS: rule("shows who has access", ["admin"], [120, 60]),
  SEE_BOOKS: rule("shows and takes away the provider's books", ["finance"], [30, 20]),
  ACCESS: rule(
    "changes which people, programs and operators have access",
    ["admin"],
    [60, 30],
    PASSKEY,
  ),
} as const satisfies Record<string, EffectRule>;

export type Effect = keyof typeof EFFECTS;

/** Whether somebody with a role may do what an effect guards. */
export const mayDo = (holder: StaffRole, effect: Effect): boolean => {
  const { roles }: EffectRule = EFFECTS[effect];
  return holder === "admin" || roles.includes("read") || roles.includes(holder);
};
