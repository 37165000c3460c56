import { DEFAULT_NAME } from "@voltmarg/contract/provider-name";
import type { Config } from "./config-shape.ts";
import { placeholdersIn } from "./placeholders.ts";
import { allSettings } from "./settings/settings.ts";
import { missingTemplates, type DltSettings } from "./messaging.ts";

/** Texts that occur in example secrets, but not in real ones. */
const EXAMPLES = /change.?me|example|password|placeholder|secret-of|of-tests|^(.)\1*$/i;

/** Whether a secret can be guessed: it is short, has few different characters, or is an example. */
export function isGuessable(secret: string, least: number): boolean {
  return secret.length < least || new Set(secret).size < 8 || EXAMPLES.test(secret);
}

/** What is unsafe in production although each setting alone is valid. One sentence each. */
export function refusedInProd(config: Config, given: { publicUrl: boolean }): string[] {
  const faults: string[] = [];
  const fault = (sentence: string) => void faults.push(sentence);
  if (!given.publicUrl) fault("PUBLIC_URL must say where drivers reach the service in PROD.");
  else if (!isPublicHttps(config.publicUrl))
    fault("PUBLIC_URL must be https and not this machine in PROD.");
  if (!isPublicHttps(config.razorpay.baseUrl))
    fault(
      "RAZORPAY_BASE_URL must be https and not this machine in PROD: no simulator takes money.",
    );
  if (config.eInvoice && !isPublicHttps(config.eInvoice.url))
    fault(
      "EINVOICE_URL must be https and not this machine in PROD: no simulator registers invoices.",
    );
  for (const { name, versionsUrl } of config.operators) {
    if (!isPublicHttps(versionsUrl))
      fault(`OPERATORS: the versions_url of ${name} must be https and not this machine in PROD.`);
  }
  if (config.social.some(({ issuer }) => !issuer.startsWith("https://")))
    fault("SOCIAL_PROVIDERS: an issuer must be https in PROD.");
  if (config.staffOpenid && !config.staffOpenid.issuer.startsWith("https://"))
    fault("STAFF_OPENID_ISSUER must be https in PROD.");
  const secrets: [string, number, readonly (string | null)[]][] = [
    ["RAZORPAY_KEY_SECRET", 16, [config.razorpay.keySecret]],
    ["RAZORPAY_WEBHOOK_SECRET", 16, config.razorpay.webhookSecrets],
    ["PROVIDER_TOKEN", 24, [config.providerToken]],
    ["METRICS_TOKEN", 24, [config.metrics.token]],
  ];
  for (const [name, least, values] of secrets) {
    // A placeholder is reported as one.
    const own = values.filter((value) => value && placeholdersIn(value).length === 0);
    if (own.some((value) => isGuessable(value!, least)))
      fault(
        `${name} can be guessed: it must be ${least} characters or more, and nobody's example. openssl rand -hex 24 makes one.`,
      );
  }
  if (isEmbedded(config.databaseUrl))
    fault(
      "DATABASE_URL names the database that comes along, which is for trying out: PROD needs a PostgreSQL of its own.",
    );
  for (const origin of [...config.corsOrigins, ...config.appServers]) {
    if (origin.startsWith("http://"))
      fault(`CORS_ORIGINS and APP_SERVERS must be https in PROD, not "${origin}".`);
  }
  const { rpId } = config.passkeys;
  const host = URL.canParse(config.publicUrl) ? new URL(config.publicUrl).hostname : "";
  if (rpId && host !== rpId && !host.endsWith(`.${rpId}`))
    fault(`PASSKEY_RP_ID must be ${host} or an end of it in PROD, not "${rpId}".`);
  if (
    config.consoleOrigin.startsWith("http:") &&
    !config.publicUrl.startsWith(config.consoleOrigin)
  )
    fault("CONSOLE_ORIGIN must be https in PROD.");
  if (config.trustProxy && config.trustProxy.some((each) => each.endsWith("/0")))
    fault("TRUST_PROXY believes everybody: it must name our own proxies only.");
  for (const [name, url] of [
    ["MAP_STYLE_URL", config.mapStyleUrl],
    ["GOOGLE_MAPS_URL", config.googleMaps?.url],
  ]) {
    if (url && !url.startsWith("https://")) fault(`${name} must be https in PROD.`);
  }
  return faults;
}

/** Settings that have a secret in common; texts with a URL or JSON are not one secret. One sentence each. */
export function sameSecrets(texts: ReadonlyMap<string, string>): string[] {
  const names = new Map<string, string[]>();
  for (const { name, secret } of allSettings()) {
    const text = texts.get(name) ?? "";
    if (!secret || /:\/\/|^\s*[[{]/.test(text) || placeholdersIn(text).length > 0) continue;
    for (const each of new Set(text.split(",").map((part) => part.trim())))
      if (each) names.set(each, [...(names.get(each) ?? []), name]);
  }
  return [...names.values()]
    .filter((each) => each.length > 1)
    .map((each) => `${each.join(" and ")} have the same secret: give each its own.`);
}

/** What is allowed but probably a mistake, for `npm run config -- check` and the log. One sentence each. */
export function adviceOn(config: Config): string[] {
  if (config.profile !== "PROD") return [];
  const { fcm, sms } = config.messages;
  const without = sms ? missingTemplates(sms.dlt) : [];
  const advice: [boolean, string][] = [
    [
      config.trustProxy === false,
      "TRUST_PROXY is not set: behind a proxy all drivers have its address and share one limit of codes.",
    ],
    [config.providerToken === null, "PROVIDER_TOKEN is not set: the back office is closed."],
    [
      config.metrics.port === null && config.metrics.token === null,
      "Neither METRICS_PORT nor METRICS_TOKEN is set: nobody can read the metrics.",
    ],
    [
      fcm === null,
      "FCM_SERVICE_ACCOUNT is not set: the apps for Android and iOS are not pushed to.",
    ],
    [
      fcm !== null && !fcm.clientEmail.endsWith(`@${fcm.projectId}.iam.gserviceaccount.com`),
      "FCM_SERVICE_ACCOUNT: client_email is not of project_id.",
    ],
    [
      config.party.shortName === null,
      `PARTY_SHORT_NAME is not set, and home screens show no more than a part of "${config.party.name}".`,
    ],
    [config.appDir === null, "APP_DIR is none: the service serves the API alone."],
    [
      config.party.name !== DEFAULT_NAME && saysDefaultName(config.messages.sms?.dlt),
      `SMS_DLT_TEMPLATES has an older text of codes, which says ${DEFAULT_NAME}: npm run config -- templates prints the one to register, wording 4.`,
    ],
    [
      without.length > 0,
      `SMS_DLT_TEMPLATES has no ${without.join(" and no ")}: these SMS are not sent. npm run config -- templates prints what to register.`,
    ],
    [
      crossesNetwork(config.databaseUrl),
      "DATABASE_URL names another machine without sslmode=verify-full: what passes between can be read there.",
    ],
    [
      config.router?.url.startsWith("http:") === true &&
        !isHere(new URL(config.router.url).hostname),
      "ROUTER_URL is not https: where drivers go can be read on the way to it.",
    ],
    [
      config.logLevel === "debug" || config.logLevel === "trace",
      `LOG_LEVEL is ${config.logLevel}: more than anybody reads.`,
    ],
  ];
  return advice.flatMap(([holds, sentence]) => (holds ? [sentence] : []));
}

/** The wordings before the third were registered with the default name in them. */
const saysDefaultName = (dlt: DltSettings | undefined): boolean =>
  dlt !== undefined &&
  [dlt.templates.CODE, ...Object.values(dlt.templates.CODE.others)].some((one) => one.wording < 3);

function isPublicHttps(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === "https:" && !isHere(hostname);
}

const isHere = (host: string) => /^((.+\.)?localhost\.?|127\..*|\[::1?\]|0\.0\.0\.0)$/.test(host);

/** The host of a connection string: a name, or the folder of a socket; and whether TLS is required. */
function databaseHost(text: string): { host: string; tls: boolean } {
  const url = URL.canParse(text) ? new URL(text) : null;
  const host = url?.searchParams.get("host") ?? url?.hostname ?? "";
  const tls = /^(require|verify-ca|verify-full)$/.test(url?.searchParams.get("sslmode") ?? "");
  return { host: decodeURIComponent(host), tls };
}

/** A PostgreSQL installed by the system has its socket below /run; our embedded one has it elsewhere. */
function isEmbedded(text: string): boolean {
  const { host } = databaseHost(text);
  return host.startsWith("/") && !/^(?:\/var)?\/run\//.test(`${host}/`);
}

function crossesNetwork(text: string): boolean {
  const { host, tls } = databaseHost(text);
  return host !== "" && !host.startsWith("/") && !isHere(host) && !tls;
}
