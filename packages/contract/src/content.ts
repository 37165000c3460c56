import * as z from "zod/mini";
import { languages } from "./languages.ts";
import { route } from "./route.ts";
import { DeviceType } from "./accounts.ts";
import { data, Id, Instant, list } from "./shapes.ts";

export const MessageType = z.enum(["FAQ", "TOU", "PRIVACY", "POPUP"]);
export const Language = z.enum(languages);

/** A text of the provider's own: a question with its answer, a section of the terms, a popup. */
export const CustomMessage = z.object({
  id: Id,
  type: MessageType,
  /** Its key, the same in every language, such as `add-vehicle`. */
  key: z.string(),
  /** Its language: the requested one if there is a text, else English. */
  language: Language,
  /** Rises with every change of this text in this language. */
  version: z.int(),
  title: z.string(),
  text: z.string(),
  /** Of questions: what they are about. */
  category: z.nullable(z.string()),
  updated_at: Instant,
});

const TypeList = z.pipe(
  z.string().check(z.maxLength(100)),
  z.transform((text, ctx) => {
    const named = text.split(",").map((each) => each.trim().toUpperCase());
    const known = MessageType.options.filter((type) => named.includes(type));
    if (known.length === new Set(named).size) return known;
    ctx.issues.push({
      code: "custom",
      message: `must name some of ${MessageType.options.join(", ")}`,
      input: text,
    });
    return z.NEVER;
  }),
);

/**
 * The texts of some types, in the order they are shown. Of questions, those of a `category`, and those in which every
 * word of `search` stands. Nobody has to be signed in to read the terms.
 */
export const listCustomMessages = route({
  method: "GET",
  path: "/api/user/v1/custom/message/types",
  access: { rule: "public" },
  query: z.object({
    messageTypes: TypeList,
    /** Absent: that of `Accept-Language`. */
    language: z.optional(Language),
    category: z.optional(z.string().check(z.trim(), z.maxLength(60))),
    search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  }),
  response: list(CustomMessage),
  errors: [],
});

const VersionText = z.string().check(z.regex(/^\d{1,4}(\.\d{1,4}){0,3}$/));
const AppName = z.string().check(z.regex(/^[a-z][a-z0-9-]{0,39}$/));
export const AppVersion = z.object({
  app_name: z.string(),
  device_type: DeviceType,
  latest_version: z.string(),
  /** Older ones do not work any more. */
  minimum_version: z.string(),
  /** Where the new one is; null: it comes by itself. */
  url: z.nullable(z.string()),
  /** What is new. */
  notes: z.nullable(z.string()),
  updated_at: Instant,
});
/** Of the version that asks: whether there is a newer one, or it may not go on. Null: it said no version. */
export const getAppVersion = route({
  method: "GET",
  path: "/api/user/v1/appversion/appName/:name",
  access: { rule: "public" },
  params: z.object({ name: AppName }),
  query: z.object({
    device_type: z._default(DeviceType, "web"),
    version: z.optional(VersionText),
  }),
  response: data(
    z.extend(AppVersion, { update: z.nullable(z.enum(["NONE", "AVAILABLE", "REQUIRED"])) }),
  ),
  errors: ["NOT_FOUND"],
});

const Key = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{1,58}[a-z0-9]$/));
/** As the back office sees it: every version there was, with who wrote it. */
export const MessageVersion = z.extend(CustomMessage, {
  position: z.int(),
  written_by: z.string(),
  /** It took the text away. */
  removed: z.boolean(),
});
/** The newest version of each text in each language; with `key`, all its versions. */
export const listMessageVersions = route({
  method: "GET",
  path: "/provider/v1/messages",
  access: { rule: "provider", effect: "READ" },
  query: z.object({ type: z.optional(MessageType), key: z.optional(Key) }),
  response: data(z.object({ messages: z.array(MessageVersion) })),
  documents: ["text/csv"],
  errors: [],
});
/** Writes the next version of a text. Earlier versions stay stored. */
export const putMessage = route({
  method: "PUT",
  path: "/provider/v1/messages/:type/:key/:language",
  access: { rule: "provider", effect: "PUBLISH" },
  params: z.object({ type: MessageType, key: Key, language: Language }),
  body: z.object({
    title: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
    text: z.string().check(z.trim(), z.minLength(1), z.maxLength(20_000)),
    category: z._default(
      z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(60))),
      null,
    ),
    /** Where it stands among its type; absent: where it stood, or last. */
    position: z.optional(z.int().check(z.minimum(0), z.maximum(100_000))),
  }),
  // 20,000 characters of three bytes.
  mostBody: 64 * 1024,
  response: data(MessageVersion),
  errors: [],
});
export const removeMessage = route({
  method: "DELETE",
  path: "/provider/v1/messages/:type/:key/:language",
  access: { rule: "provider", effect: "PUBLISH" },
  params: z.object({ type: MessageType, key: Key, language: Language }),
  response: data(MessageVersion),
  errors: ["NOT_FOUND"],
});

export const listAppVersions = route({
  method: "GET",
  path: "/provider/v1/app-versions",
  access: { rule: "provider", effect: "READ" },
  response: data(z.object({ versions: z.array(AppVersion) })),
  documents: ["text/csv"],
  errors: [],
});
/** Refused when the least version is newer than the latest. The link leads to a host of the setting APP_LINK_HOSTS. */
export const putAppVersion = route({
  method: "PUT",
  path: "/provider/v1/app-versions/:name/:device_type",
  access: { rule: "provider", effect: "RELEASE" },
  params: z.object({ name: AppName, device_type: DeviceType }),
  body: z.object({
    latest_version: VersionText,
    minimum_version: VersionText,
    url: z._default(z.nullable(z.url({ protocol: /^https$/ }).check(z.maxLength(500))), null),
    notes: z._default(z.nullable(z.string().check(z.trim(), z.maxLength(2000))), null),
  }),
  response: data(AppVersion),
  errors: ["INVALID_INPUT", "SECOND_MEMBER_NEEDED"],
});
export const removeAppVersion = route({
  method: "DELETE",
  path: "/provider/v1/app-versions/:name/:device_type",
  access: { rule: "provider", effect: "RELEASE" },
  params: z.object({ name: AppName, device_type: DeviceType }),
  response: data(AppVersion),
  errors: ["NOT_FOUND"],
});
