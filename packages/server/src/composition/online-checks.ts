import { lookup } from "node:dns/promises";
import { createOcpiClient } from "@voltmarg/ocpi";
import { officerOf, readSeller } from "../features/backoffice/index.ts";
import { findSeller } from "../features/billing/index.ts";
import { areTaxesConfirmed } from "../features/tariffs/index.ts";
import { checkFcm, checkTwilio, msg91Template } from "../features/notifications/index.ts";
import { checkRouter } from "../features/trips/index.ts";
import { createRazorpay } from "../features/wallet/index.ts";
import { openBlobStore } from "../platform/blobs/open-blob-store.ts";
import { checkNats } from "../platform/bus/nats-bus.ts";
import { systemClock } from "../platform/clock.ts";
import type { Config } from "../platform/config/config.ts";
import { hostsIn } from "../platform/config/hosts.ts";
import type { CarrierSettings, MessageSettings } from "../platform/config/messaging.ts";
import { lookAtDatabase } from "../platform/database/look-at-database.ts";
import { countMissing } from "../platform/database/migrate.ts";
import { withTimeout } from "../platform/deadline.ts";
import { certificateAt } from "../platform/http/certificate.ts";
import { createOutbound, type Outbound } from "../platform/http/outbound.ts";
import { newSecret } from "../platform/ids.ts";
import { checkMail } from "../platform/mail.ts";

/** One line of `config check --online`. */
export type Finding = { is: "ok" | "advice" | "fault"; text: string };
type Check = { of: string; run(): Promise<Finding | Finding[]> };

const LIMIT_MS = 5_000;
/** Less, so that what comes too late says itself what it waited for. */
const CALL_MS = 4_500;
const DAY_MS = 86_400_000;
const RENEWED_DAYS = 14;

const ok = (text: string): Finding => ({ is: "ok", text });
const advice = (text: string): Finding => ({ is: "advice", text });
const fault = (text: string): Finding => ({ is: "fault", text });

/**
 * Asks everybody whom the settings name, all at once and each for at most 5 s, in nothing that changes anything. The
 * findings of each, in a stable order; messages of libraries may contain secrets.
 */
export function checkOnline(
  config: Config,
  texts: ReadonlyMap<string, string>,
): Promise<Finding[][]> {
  const send = createOutbound(config.profile);
  const outbound: Outbound = (request) => send({ ...request, timeoutMs: CALL_MS });
  const checks = [
    ...namesOf(texts),
    ...databasesOf(config),
    ...natsOf(config),
    razorpayOf(config, outbound),
    ...messagesOf(config, outbound),
    ...bucketOf(config),
    ...routerOf(config, outbound),
    ...operatorsOf(config, outbound),
    ...certificateOf(config),
  ];
  return Promise.all(checks.map(findingsOf));
}

async function findingsOf({ of, run }: Check): Promise<Finding[]> {
  const late = fault(`no answer within ${LIMIT_MS / 1000} s`);
  let found: Finding | Finding[];
  try {
    found = await withTimeout(LIMIT_MS, run(), late);
  } catch (error) {
    found = fault(reasonOf(error));
  }
  return [found].flat().map(({ is, text }) => ({ is, text: `${of}: ${text}` }));
}

function reasonOf(error: unknown): string {
  const { message, code, name } = error as NodeJS.ErrnoException;
  return (message || code || name || String(error)).replaceAll(/\s+/g, " ").slice(0, 200);
}

const namesOf = (texts: ReadonlyMap<string, string>): Check[] =>
  [...hostsIn(texts)].map(([host, names]) => ({
    of: `name ${host} of ${names.join(" and ")}`,
    run: async () => ok(`resolves to ${(await lookup(host)).address}`),
  }));

function databasesOf({ databaseUrl, scale, profile }: Config): Check[] {
  const { databaseDirectUrl, databaseReplicaUrl } = scale;
  const isOne = databaseDirectUrl === databaseUrl;
  const pooler: Check = {
    of: "database of DATABASE_URL",
    run: () => lookAtDatabase(databaseUrl, async ({ version }) => ok(`PostgreSQL ${version}`)),
  };
  return [
    {
      of: isOne ? "database of DATABASE_URL" : "database of DATABASE_DIRECT_URL",
      run: () => databaseFindings(databaseDirectUrl, profile === "PROD"),
    },
    ...(isOne ? [] : [pooler]),
    ...(databaseReplicaUrl === null ? [] : [replica(databaseReplicaUrl)]),
  ];
}

const replica = (url: string): Check => ({
  of: "database of DATABASE_REPLICA_URL",
  run: () =>
    lookAtDatabase(url, async ({ version, isStandby }) =>
      isStandby ? ok(`PostgreSQL ${version}`) : advice("it is no replica"),
    ),
});

const databaseFindings = (url: string, isProd: boolean): Promise<Finding[]> =>
  lookAtDatabase(url, async (look, on) => {
    const { version, isTooOld, creates, isStandby, archives, archived } = look;
    if (isTooOld) return [fault(`PostgreSQL ${version}; 15 or newer is needed`)];
    if (isStandby) return [fault("it is a replica, in which nothing can be written")];
    if (!creates) return [fault("its user may not create tables, so that no migration can run")];
    const { missing, isNew } = await countMissing(on);
    const seller = isNew ? null : await findSeller(on);
    const next = "npm run provider -- seller set names yours";
    const found = [ok(`PostgreSQL ${version}, ${missing} migrations to apply at the start`)];
    if (!isProd) return found;
    if (seller?.example)
      found.push(fault(`the seller is the example: /readyz answers 503; ${next}`));
    else if (seller) found.push(ok(`the seller is ${seller.name}`));
    else found.push(advice(`no seller before the first start; ${next}`));
    if (!isNew && missing === 0 && !officerOf(await readSeller(on)))
      found.push(
        fault(
          "nobody is the grievance officer: /readyz answers 503; npm run provider -- seller set names one",
        ),
      );
    if (!isNew && missing === 0 && !(await areTaxesConfirmed(on, systemClock.now())))
      found.push(
        fault(
          "nobody has confirmed the tax rates: /readyz answers 503; npm run provider -- tax set does",
        ),
      );
    if (!archives) found.push(advice("archive_mode is off: no backup reaches to the last minute"));
    else if (archived) found.push(ok(`WAL last archived at ${archived.toISOString()}`));
    else found.push(advice("archive_mode is on, and no WAL has been archived yet"));
    return found;
  });

function natsOf({ scale: { nats } }: Config): Check[] {
  if (!nats) return [];
  const run = async () => {
    const { version, jetstream } = await checkNats(nats.servers);
    if (nats.events && !jetstream)
      return fault("NATS_EVENTS is on, and the server has no JetStream");
    return ok(`NATS ${version}`);
  };
  return [{ of: "NATS", run }];
}

/** What a status says of a key: `names` are the settings that were sent. */
function keyFinding(status: number, names: string): Finding {
  if (status === 200) return ok(`accepts ${names}`);
  if (status === 401 || status === 403) return fault(`refuses ${names} (HTTP ${status})`);
  return fault(`answers HTTP ${status}`);
}

const razorpayOf = ({ razorpay }: Config, outbound: Outbound): Check => ({
  of: "Razorpay",
  run: async () => {
    const status = await createRazorpay(razorpay, outbound).checkKey();
    return keyFinding(status, "RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET");
  },
});

function messagesOf({ messages, profile }: Config, outbound: Outbound): Check[] {
  const { sms, mail, fcm } = messages;
  const checks: Check[] = (sms?.carriers ?? []).map((carrier) =>
    carrier.name === "msg91"
      ? { of: "MSG91", run: () => msg91Findings(carrier, sms!.dlt, outbound) }
      : {
          of: "Twilio",
          run: async () =>
            keyFinding(
              await checkTwilio(carrier, outbound),
              "TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN",
            ),
        },
  );
  const smtp = async ({ url }: { url: string }) => {
    await checkMail(url, profile === "PROD");
    return ok("connects and signs in");
  };
  if (mail) checks.push({ of: "SMTP_URL", run: () => smtp(mail) });
  if (fcm)
    checks.push({
      of: "Firebase",
      run: async () => {
        await checkFcm({ settings: fcm, outbound, clock: systemClock });
        return ok("accepts FCM_SERVICE_ACCOUNT");
      },
    });
  return checks;
}

async function msg91Findings(
  carrier: Extract<CarrierSettings, { name: "msg91" }>,
  { templates }: NonNullable<MessageSettings["sms"]>["dlt"],
  outbound: Outbound,
): Promise<Finding[]> {
  const ids = new Map<string, string>();
  for (const [name, { msg91, others }] of Object.entries(templates)) {
    ids.set(name, msg91 ?? "");
    for (const [language, other] of Object.entries(others))
      ids.set(`${name} in ${language}`, other.msg91 ?? "");
  }
  const answers = await Promise.all(
    [...ids].map(async ([name, id]) => {
      const { status, active } = await msg91Template(carrier, id, outbound);
      return { name, status, active };
    }),
  );
  const refused = answers.find(({ status }) => status !== 200);
  if (refused) return [keyFinding(refused.status, "MSG91_AUTH_KEY")];
  const missing = answers.filter(({ active }) => active !== true).map(({ name }) => name);
  if (missing.length === 0) return [ok(`has all ${answers.length} templates of SMS_DLT_TEMPLATES`)];
  return [advice(`shows no active version of the template of ${missing.join(", ")}`)];
}

/** An object is written, read and removed. A folder was looked at before. */
function bucketOf({ blobs }: Config): Check[] {
  if (blobs.kind === "disk") return [];
  const run = async () => {
    const store = await openBlobStore(blobs);
    const name = `check_${newSecret().replaceAll(/\W/g, "")}`.slice(0, 40);
    const bytes = Buffer.from(name);
    await store.put(name, bytes);
    const read = await store.get(name);
    await store.remove(name);
    return read?.equals(bytes)
      ? ok("an object was written, read and removed")
      : fault("an object was written, and something else came back");
  };
  return [{ of: `bucket ${blobs.bucket}`, run }];
}

function routerOf({ router }: Config, outbound: Outbound): Check[] {
  if (!router) return [];
  const run = async () => keyFinding(await checkRouter(router, outbound), "the request");
  return [{ of: "router", run }];
}

/** With an operator that we are registered with, the first token is used up: a refusal is no fault. */
function operatorsOf({ operators, party }: Config, outbound: Outbound): Check[] {
  return operators.map(({ name, versionsUrl, tokenA }) => ({
    of: `operator ${name}`,
    run: async () => {
      const client = createOcpiClient({
        transport: (request) => outbound({ to: "NOBODY", ...request }),
        token: tokenA,
        from: { country_code: party.countryCode, party_id: party.partyId },
        newId: newSecret,
      });
      const answer = await client.getVersions(versionsUrl);
      if (answer.ok)
        return ok(`speaks OCPI ${answer.data.map(({ version }) => version).join(", ")}`);
      const isAway = answer.reason === "unsent" || answer.reason === "network";
      if (isAway) return fault(answer.message);
      return advice(`${answer.message}; once we are registered, its token_a is used up`);
    },
  }));
}

function certificateOf({ publicUrl }: Config): Check[] {
  const url = new URL(publicUrl);
  if (url.protocol !== "https:") return [];
  const run = async () => {
    try {
      const { until, refused } = await certificateAt(url, CALL_MS);
      if (refused) return advice(`browsers do not accept its certificate (${refused})`);
      const days = Math.floor((until.getTime() - systemClock.now().getTime()) / DAY_MS);
      const text = `its certificate is valid for ${days} more days`;
      return days < RENEWED_DAYS ? advice(`${text}: renew it`) : ok(text);
    } catch (error) {
      return advice(`nothing answers there yet (${reasonOf(error)})`);
    }
  };
  return [{ of: "PUBLIC_URL", run }];
}
