import * as z from "zod/mini";
import { GivenConsent, NoticeLanguage } from "./given-consent.ts";
import { DriverExport } from "./personal-data.ts";
import { route } from "./route.ts";
import { data, Instant, UserParams } from "./shapes.ts";

/** The notice of section 5 of the Digital Personal Data Protection Act 2023, made of the register of personal data. */
export const PrivacyNotice = z.object({
  /** Another number means that something else is kept, or somebody else gets it, or for another time. */
  version: z.int(),
  since: Instant,
  language: NoticeLanguage,
  /** Of this translation, in this language: that nobody who grew up with it has read it. */
  remark: z.nullable(z.string()),
  /** All languages there are, each by its own name. */
  languages: z.array(z.object({ language: NoticeLanguage, name: z.string() })),
  title: z.string(),
  intro: z.string(),
  headings: z.object({
    data: z.string(),
    why: z.string(),
    recipients: z.string(),
    how_long: z.string(),
    rights: z.string(),
  }),
  data: z.array(
    z.object({ what: z.string(), purposes: z.array(z.string()), how_long: z.array(z.string()) }),
  ),
  recipients: z.array(z.string()),
  /** What holds besides the two tables. */
  more: z.array(z.string()),
  rights: z.array(z.string()),
  consent: z.object({ age: z.string(), agree: z.string() }),
});
/** Nobody has to be signed in to read it. */
export const getPrivacyNotice = route({
  method: "GET",
  path: "/api/user/v1/privacy-notice",
  access: { rule: "public" },
  query: z.object({ language: z.optional(NoticeLanguage) }),
  response: data(PrivacyNotice),
  errors: [],
});

const Nominee = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)),
  /** A number or an address by which we can reach this person. */
  contact: z.string().check(z.trim(), z.minLength(5), z.maxLength(254)),
});
export const Consent = z.object({
  /** Of the notice that holds now. */
  version: z.int(),
  /** The driver has not agreed to the notice that holds now. */
  is_due: z.boolean(),
  /** The newest there is; null: the account is from before consent was kept. */
  given: z.nullable(z.object({ version: z.int(), language: NoticeLanguage, given_at: Instant })),
  nominee: z.nullable(z.extend(Nominee, { named_at: Instant })),
});
const self = { rule: "self", param: "userId" } as const;
const path = "/api/user/v1/users/:userId/consent";
export const getConsent = route({
  method: "GET",
  path,
  access: self,
  params: UserParams,
  response: data(Consent),
  errors: [],
});
/** Refused for a version that does not hold any more. Withdrawing closes the account: `deactivate`. */
export const giveConsent = route({
  method: "PUT",
  path,
  access: self,
  params: UserParams,
  body: GivenConsent,
  response: data(Consent),
  errors: ["CONSENT_NEEDED"],
});
/** Who may use the driver's rights after their death, or when they cannot themselves (section 14); null: nobody. */
export const nominate = route({
  method: "PUT",
  path: "/api/user/v1/users/:userId/nominee",
  access: self,
  params: UserParams,
  body: z.object({ nominee: z.nullable(Nominee) }),
  response: data(Consent),
  errors: [],
});

/** All that is kept of the caller, as one document. */
export const exportOwnData = route({
  method: "GET",
  path: "/api/user/v1/users/:userId/export",
  access: self,
  // A document of some MB that is read from every table.
  budget: { perMinute: 6, burst: 6 },
  params: UserParams,
  response: DriverExport,
  documents: ["application/json"],
  errors: ["NOT_FOUND"],
});
