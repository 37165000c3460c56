import {
  partners,
  provider,
  type Dispute,
  type PartnerConformance,
  type PartnerFindings,
  type PartnerMessages,
  type PartnerRecord,
  type QuarantinedCdr,
  type RouteOutput,
} from "@voltmarg/contract";
import { exact, sub, toDecimalString } from "@voltmarg/rules";
import { callRoute } from "@voltmarg/client/node";
import { onOneLine } from "./escape-terminal.ts";
import type { Rules } from "./operation-command.ts";
import { fields, healthText, textOf } from "./print-answer.ts";
import { Usage } from "./subcommand.ts";

type Named = { name: string; country_code: string | null; party_id: string | null };
type Finding = PartnerFindings["findings"][number];
type Reason = Pick<Finding, "module" | "path" | "message" | "outcome" | "object">;
type Synced = RouteOutput<typeof partners.syncPartner>["data"];
type Added = RouteOutput<typeof partners.addPartner>["data"];

/** Operations of operators whose answers are said in another way than field by field. */
export const OPERATOR_RULES: Rules = {
  getPartnerRecord: {
    // By the id: another operator may have taken the name meanwhile.
    after: async (record: PartnerRecord, { backOffice: { url, token } }) => {
      const call = { token, params: { id: record.id } };
      const { data: findings } = await callRoute(url, partners.listPartnerFindings, call);
      return { ...record, findings };
    },
    view: ({ findings, ...record }: PartnerRecord & { findings: PartnerFindings }) =>
      fields(recordOf(record, findings)) + currentReasons(findings),
  },
  rotatePartner: { view: (partner: PartnerRecord) => recordOf(partner) },
  acceptPartner: { view: (partner: PartnerRecord) => recordOf(partner) },
  addPartner: {
    before: ({ input: { body } }) => {
      if ("versions_url" in body !== "token" in body)
        throw new Usage("--versions and --first-token belong together");
    },
    view: ({ partner, introduction }: Added) =>
      introduction
        ? `${fields(recordOf(partner))}\n\nSend this to ${onOneLine(partner.name)}; the token is not shown again:\n${fields(introduction)}`
        : recordOf(partner),
  },
  removePartner: {
    view: ({ partner, told }: { partner: PartnerRecord; told: boolean }) =>
      `${onOneLine(partner.name)} is removed. ${told ? "It took note." : "It could not be told; its token opens nothing here."}`,
  },
  listPartnerRecords: {
    view: (answer: { partners: PartnerRecord[] }) => ({
      content: answer.partners.map((each) => ({
        ...each,
        party: each.parties.map(partyOf).join(" ").replaceAll(" CONNECTED", ""),
        state: each.waiting ? `${each.state}, waits for you` : each.state,
        failed: failedOf(each.health),
        breaker: breakerOf(each.health),
      })),
    }),
  },
  syncPartner: {
    view: ({ partner, read, closed, kinds, reasons }: Synced) => {
      const became = read.map((each) => [each.module, becameOf(each)] as const);
      const lines = reasons.map((each) => reasonLine(each.objects, each));
      const all = { partner: partner.name, ...Object.fromEntries(became), closed };
      return fields(all) + reasonsText(partner.name, kinds, lines);
    },
  },
  // Findings and conformance are meant to be sent to the operator: they say nothing of our own system.
  listPartnerFindings: {
    view: (found: PartnerFindings) =>
      found.findings.length === 0
        ? `Nothing was found in what ${onOneLine(found.partner.name)} sent.`
        : [
            `What ${called(found.partner)} sent over OCPI 2.2.1 that could not be read as it came.`,
            `Places by outcome: ${countsOf(found)}. "*" stands for every place of a list. Times are UTC.`,
            ...found.findings.map((each, at) => `${at + 1}. ${paragraph(each)}`),
          ].join("\n\n"),
  },
  checkPartner: {
    view: ({ partner, ocpi_version, requests, objects, faults }: PartnerConformance) => {
      const read = objects.map((each) => `${each.read} ${each.module}`).join(", ") || "no lists";
      const count = `${faults.length} ${faults.length === 1 ? "fault" : "faults"}`;
      const lines = faults.map(
        (each, at) =>
          `${at + 1}. ${each.module}: asked ${each.asked}; came ${each.came}; OCPI says: ${each.standard}`,
      );
      const head = `${called(partner)} over OCPI ${ocpi_version}: ${count} in ${requests} requests and ${read}.`;
      return [head, ...lines.map(onOneLine)].join("\n");
    },
  },
  listPartnerMessages: {
    view: ({ messages }: PartnerMessages) => messages.map(messageText).join("\n\n") || "None.",
  },
  getQuarantinedCdr: {
    view: ({ raw, body, decision, ...told }: QuarantinedCdr) =>
      `${fields({ ...told, decided: decision?.decision })}\n\n${onOneLine(raw ?? JSON.stringify(body))}`,
  },
  listOperatorInvoiceCdrs: {
    after: async (cdrs: object, { input: { params }, backOffice: { url, token } }) => {
      const call = { token, params: { id: String(params["id"]) } };
      const { data } = await callRoute(url, provider.getOperatorInvoice, call);
      return { ...data, cdrs_listed: cdrs };
    },
    view: ({ cdrs_listed, ...invoice }: { cdrs_listed: object }) =>
      `${textOf("getOperatorInvoice", invoice)}\n\n${textOf("listOperatorInvoiceCdrs", cdrs_listed)}`,
  },
  listDisputes: {
    view: (page: { content: Dispute[] }) => ({
      ...page,
      content: page.content.map((each) => ({ ...each, ...differenceOf(each) })),
    }),
  },
};

const called = ({ name, country_code, party_id }: Named) =>
  onOneLine(name) + (country_code && party_id ? ` (${country_code}*${party_id})` : "");
type Party = { country_code: string; party_id: string; status?: string | null };
const partyOf = ({ country_code, party_id, status }: Party) =>
  `${country_code}*${party_id}${status ? ` ${status}` : ""}`;

/** Totals including GST; if the CDR has only a net total, it is compared with our net. */
function differenceOf({ asked, checked }: Dispute) {
  const of = asked.incl_vat === null ? "excl_vat" : "incl_vat";
  const off = sub(exact(asked[of] ?? "0"), exact(checked[of] ?? "0"));
  const net = of === "excl_vat" ? " net" : "";
  const difference = `${off.n > 0n ? "+" : ""}${toDecimalString(off)}`;
  return { asked: `${asked[of]}${net}`, checked: `${checked[of]}${net}`, difference };
}

/** One operator as it is shown. */
function recordOf(record: PartnerRecord, findings?: PartnerFindings): object {
  const { endpoints, roles: _roles, parties, waiting, whole, health, ...plain } = record;
  return {
    ...plain,
    health: healthText(health),
    parties: parties.map(partyOf),
    waiting_parties: waiting?.parties.map(partyOf) ?? [],
    waiting_name: waiting?.name,
    modules: modulesOf(endpoints),
    pulled_whole: wholeText(whole),
    last_contact_at: health.last_contact_at,
    last_failure_at: health.last_failure_at,
    last_failure: health.last_failure,
    breaker: breakerOf(health),
    error_rate: failedOf(health),
    findings: findings && countsOf(findings),
  };
}

/** Each module once; of one that is offered in both roles, the role and URL of each. */
const modulesOf = (endpoints: PartnerRecord["endpoints"]): string[] =>
  [...Map.groupBy(endpoints, ({ identifier }) => identifier)].map(([name, of]) =>
    of.length === 1 ? name : `${name} (${of.map(({ role, url }) => `${role} ${url}`).join(", ")})`,
  );

/** The state of the breaker, and the lanes that the operator asked to pause. */
const breakerOf = ({ breaker, lanes }: PartnerRecord["health"]): string =>
  [
    breaker,
    ...lanes.flatMap(({ lane, state, next_try_at }) =>
      state === "PAUSED" && next_try_at ? `${lane} paused until ${next_try_at.slice(0, 19)}Z` : [],
    ),
  ].join(", ");
const failedOf = ({ error_rate, calls }: PartnerRecord["health"]) =>
  error_rate === null ? "no calls" : `${Math.round(error_rate * 100)}% of ${calls}`;

/** How often everything is pulled, and why. */
function wholeText(whole: PartnerRecord["whole"]): string | null {
  if (!whole) return null;
  const { every_seconds: every, least_seconds: least, healed, of, pages } = whole;
  const [hours, rest] = [Math.floor(every / 3600), Math.round(every / 60) % 60];
  const often = [hours > 0 && `${hours} h`, (rest > 0 || hours === 0) && `${rest} min`]
    .filter(Boolean)
    .join(" ");
  const budget = `, and ${pages} pages of ${of} stations are not asked for oftener`;
  return `every ${often}: the last whole pull brought ${healed} of ${of} stations that the pulls of changes had missed${healed > 0 && every <= least ? budget : ""}`;
}

/** Result of the synchronisation of one list. */
const becameOf = ({ taken, listed, left_out, read_as, refused }: Synced["read"][number]) =>
  `${taken} of ${listed}: ${left_out} with fields left out, ${read_as > 0 ? `${read_as} with fields read as something else, ` : ""}${refused} refused`;

const countsOf = ({ refused, left_out, read_as }: PartnerFindings) =>
  `${refused} refused, ${left_out} left out, ${read_as} read as something else`;

/** The first reasons of findings that the last whole pull still had. */
function currentReasons({ partner, findings }: PartnerFindings): string {
  const current = findings.filter(({ mended }) => !mended);
  return reasonsText(
    partner.name,
    current.length,
    current.slice(0, 5).map((each) => reasonLine(each.count, each)),
  );
}
function reasonsText(name: string, kinds: number, first: readonly string[]): string {
  const more = kinds - first.length;
  const rest = `  and ${more} more kinds: npm run operator -- findings "${onOneLine(name)}"`;
  return [...first, ...(more > 0 ? [rest] : [])].map((line) => `\n${line}`).join("");
}
const reasonLine = (count: number, each: Reason) =>
  onOneLine(
    `  ${count} × ${whereOf(each)} ${each.outcome.toLowerCase().replace("_", " ")}: ${each.message}, e.g. ${each.object}`,
  );
const whereOf = ({ module, path }: Reason) => [module, path].filter(Boolean).join(": ");

const OUTCOMES = {
  REFUSED: "Refused: the object was not taken",
  LEFT_OUT: "Left out: the object was read without it",
  READ_AS: "Read as something else",
};
function paragraph(each: Finding): string {
  const minute = (instant: string) => instant.slice(0, 16).replace("T", " ");
  const seen = `${each.count} times, first ${minute(each.first_at)}, last ${minute(each.last_at)}`;
  if (each.module === "") return `${OUTCOMES[each.outcome]}: kinds beyond those listed\n   ${seen}`;
  return [
    onOneLine(whereOf(each)),
    `   ${OUTCOMES[each.outcome]}. ${onOneLine(each.message)}`,
    `   ${seen}${each.mended ? "; not in the last whole pull" : ""}`,
    `   Example: ${onOneLine(each.object)}${each.raw ? `: ${onOneLine(each.raw)}` : ""}`,
  ].join("\n");
}

/** `>` marks a request, `<` its answer. */
function messageText(m: PartnerMessages["messages"][number]): string {
  const outcome = m.failure ?? `HTTP ${m.http_status}, OCPI ${m.status_code ?? "none"}`;
  const about = [
    m.object_id && `object ${m.object_id}`,
    m.reference && `charge ${m.reference}`,
    `request ${m.request_id}`,
    `correlation ${m.correlation_id}`,
  ];
  return [
    `${m.at}  ${m.direction.padEnd(3)}  ${m.method} ${onOneLine(m.path)}  ${onOneLine(outcome)}, ${m.milliseconds} ms`,
    `  ${onOneLine(about.filter(Boolean).join(", "))}`,
    ...(m.request === null ? [] : [`  > ${onOneLine(m.request)}`]),
    ...(m.answer === null ? [] : [`  < ${onOneLine(m.answer)}`]),
    ...(m.cut ? ["  (cut)"] : []),
  ].join("\n");
}
