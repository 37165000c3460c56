import {
  partners,
  type PartnerFigures,
  type PartnerRecord,
  type RouteCall,
  type RouteOutput,
} from "@voltmarg/contract";
import { formatInr } from "@voltmarg/rules";
import { callRoute } from "@voltmarg/client/node";
import {
  fields,
  table,
  Usage,
  type Answer,
  type Options,
  type Subcommand,
} from "./backoffice-command.ts";
import {
  countsOf,
  currentReasons,
  findingsOf,
  reasonLine,
  reasons,
  wholeText,
} from "./partner-findings-command.ts";
import { onOneLine } from "./escape-terminal.ts";
import { healthText } from "./health-text.ts";

/** `npm run operator -- add | list | show | rotate | sync | accept | remove`: the registry of partners. */
export const partnerCommands: readonly Subcommand[] = [
  {
    usage:
      'add "<name>" [--versions <url> --first-token <token>] [--type CPO|HUB] [--hosts <host,host>] [--encoding raw]',
    does: "with its versions URL and first token we register with it; without them, prints an invitation to send to the partner",
    run: async ([name], options, { url, token }) => {
      const { data } = await callRoute(url, partners.addPartner, {
        token,
        body: { name: name!, ...addressOf(options) },
      });
      const { partner, introduction } = data;
      const text = introduction
        ? `${describe(partner)}\n\nSend this to ${partner.name}; the token is not shown again:\n${fields(introduction)}`
        : describe(partner);
      return { answer: data, text };
    },
  },
  {
    usage: "list [--all yes]",
    does: "list partners with their state and health; all: also those that were removed",
    run: async (_args, options, { url, token }) => {
      const query = { removed: yes("all", options["all"]) ? ("yes" as const) : ("no" as const) };
      const { data } = await callRoute(url, partners.listPartnerRecords, { token, query });
      return { answer: data, text: listed(data.partners) };
    },
  },
  {
    usage: "show <partner>",
    does: "one partner, by id, name or OCPI party, with the findings in its objects",
    run: async ([id], _options, backOffice) => {
      const { url, token } = backOffice;
      const { data } = await callRoute(url, partners.getPartnerRecord, {
        token,
        params: { id: id! },
      });
      const found = await findingsOf(backOffice, data.id);
      const text = describe(data, countsOf(found)) + currentReasons(found);
      return { answer: { ...data, findings: found }, text };
    },
  },
  {
    usage: "figures <partner>",
    does: "how well it worked in thirty days: starts, time to its charge records, disagreements",
    run: async ([id], _options, { url, token }) => {
      const call = { token, params: { id: id! } };
      const { data } = await callRoute(url, partners.getPartnerFigures, call);
      return { answer: data, text: figuresText(data) };
    },
  },
  {
    usage: "rotate <partner>",
    does: "renew the tokens of both sides",
    run: async ([id], _options, { url, token }) =>
      shown(await callRoute(url, partners.rotatePartner, { token, params: { id: id! } })),
  },
  {
    usage: "sync <partner> [--whole yes]",
    does: "synchronise its locations, tariffs, sessions and charge records now; whole: also close what it no longer lists",
    run: async ([id], options, { url, token }) => {
      const { data } = await callRoute(url, partners.syncPartner, {
        token,
        params: { id: id! },
        body: { whole: yes("whole", options["whole"]) },
      });
      const { partner, closed, read } = data;
      const counts = Object.fromEntries(read.map((each) => [each.module, became(each)]));
      const lines = data.reasons.map((each) => reasonLine(each.objects, each));
      const text =
        fields({ partner: partner.name, ...counts, closed }) +
        reasons(partner.name, data.kinds, lines);
      return { answer: data, text };
    },
  },
  {
    usage: "accept <partner> [--parties <IN*ABC,IN*DEF>] [--name yes]",
    does: "accept the pending parties it represents, or its pending name (see show); a party's stations come with it",
    run: async ([id], options, { url, token }) =>
      shown(
        await callRoute(url, partners.acceptPartner, {
          token,
          params: { id: id! },
          body: { parties: partiesOf(options["parties"]), name: yes("name", options["name"]) },
        }),
      ),
  },
  {
    usage: "remove <partner> [--force yes]",
    does: "end the registration on both sides and close its locations; force: also during charging sessions, which are stopped, and billed a day later from the operator's last data",
    run: async ([id], options, { url, token }) => {
      const { data } = await callRoute(url, partners.removePartner, {
        token,
        params: { id: id! },
        query: { force: yes("force", options["force"]) ? "yes" : "no" },
      });
      const told = data.told
        ? "It took note."
        : "It could not be told; its token opens nothing here.";
      return { answer: data, text: `${onOneLine(data.partner.name)} is removed. ${told}` };
    },
  },
];

function figuresText({ starts, cdrs, disagreements }: PartnerFigures): string {
  const known = (value: number | null, unit: string) =>
    value === null ? "not known" : `${value}${unit}`;
  return fields({
    starts: `${starts.worked} of ${starts.decided} worked, ${known(starts.worked_percent, " %")}`,
    "minutes to the CDR": `${known(cdrs.median_minutes, "")} in the middle, ${known(cdrs.late_minutes, "")} for 95 of 100`,
    disagreements: `${disagreements.count}, ${formatInr(disagreements.amount_minor)}`,
  });
}

type Address = Omit<RouteCall<typeof partners.addPartner>["body"], "name">;

function addressOf(options: Options): Address {
  const { versions, type, hosts, encoding } = options;
  const first = options["first-token"];
  const kind = type?.toUpperCase();
  if (kind !== undefined && kind !== "CPO" && kind !== "HUB")
    throw new Usage("--type is CPO or HUB");
  if (encoding !== undefined && encoding !== "raw" && encoding !== "base64")
    throw new Usage("--encoding is base64 or raw");
  if ((versions === undefined) !== (first === undefined))
    throw new Usage("--versions and --first-token belong together");
  if (versions !== undefined && !/^https?:\/\/./.test(versions))
    throw new Usage(`--versions is the URL of its versions, not "${versions}"`);
  if (first === "") throw new Usage("--first-token is empty");
  return {
    ...(versions && first ? { versions_url: versions, token: first } : {}),
    ...(kind ? { partner_type: kind } : {}),
    ...(hosts ? { hosts: hosts.split(",") } : {}),
    ...(encoding ? { token_encoding: encoding } : {}),
  };
}

function partiesOf(text: string | undefined) {
  if (text === undefined) return [];
  return text.split(",").map((each) => {
    const [, country_code, party_id] = /^([^*/]+)[*/](.+)$/.exec(each.trim()) ?? [];
    if (!country_code || !party_id) throw new Usage(`--parties: not a party: ${each}`);
    return { country_code, party_id };
  });
}

function yes(option: string, text: string | undefined): boolean {
  if (text === undefined || text === "no") return false;
  if (text === "yes") return true;
  throw new Usage(`--${option} is yes or no, not "${text}"`);
}

const shown = ({ data }: { data: PartnerRecord }): Answer => ({
  answer: data,
  text: describe(data),
});

/** Result of the synchronisation of one list. */
const became = (each: RouteOutput<typeof partners.syncPartner>["data"]["read"][number]): string => {
  const otherwise = each.read_as > 0 ? `${each.read_as} with fields read as something else, ` : "";
  return `${each.taken} of ${each.listed}: ${each.left_out} with fields left out, ${otherwise}${each.refused} refused`;
};

const party = ({ country_code, party_id }: { country_code: string; party_id: string }) =>
  `${country_code}*${party_id}`;

function describe(p: PartnerRecord, findings: string | null = null): string {
  const { health } = p;
  return fields({
    id: p.id,
    name: p.name,
    called_here: p.desk_name === p.name ? null : p.desk_name,
    type: p.partner_type,
    state: p.state,
    health: healthText(p.health),
    parties: p.parties.map((each) => party(each) + (each.status ? ` ${each.status}` : "")),
    waiting_parties: p.waiting?.parties.map(party) ?? [],
    waiting_name: p.waiting?.name ?? null,
    versions_url: p.versions_url,
    hosts: p.hosts,
    token_encoding: p.token_encoding,
    ocpi_version: p.ocpi_version,
    modules: modulesOf(p),
    registered_at: p.registered_at,
    rotating_since: p.rotating_since,
    pulled_at: p.pulled_at,
    pulled_whole: wholeText(p.whole),
    last_contact_at: health.last_contact_at,
    last_failure_at: health.last_failure_at,
    last_failure: health.last_failure,
    breaker: breakerText(health),
    error_rate: rate(health),
    findings,
  });
}

const away = ({ status }: PartnerRecord["parties"][number]) =>
  status && status !== "CONNECTED" ? ` ${status}` : "";

/** Each module once; of one that is offered in both roles, the role and URL of each. */
const modulesOf = ({ endpoints }: PartnerRecord): string[] =>
  [...Map.groupBy(endpoints, ({ identifier }) => identifier)].map(([name, of]) =>
    of.length === 1 ? name : `${name} (${of.map(({ role, url }) => `${role} ${url}`).join(", ")})`,
  );

/** The state of the breaker, and the lanes that the partner asked to pause. */
function breakerText({ breaker, lanes }: PartnerRecord["health"]): string {
  const paused = lanes.flatMap(({ lane, state, next_try_at }) =>
    state === "PAUSED" && next_try_at ? `${lane} paused until ${next_try_at.slice(0, 19)}Z` : [],
  );
  return [breaker, ...paused].join(", ");
}

const rate = ({ error_rate, calls }: PartnerRecord["health"]) =>
  error_rate === null ? "no calls" : `${Math.round(error_rate * 100)}% of ${calls}`;

function listed(all: readonly PartnerRecord[]): string {
  if (all.length === 0) return "No partners.";
  return table(
    ["Name", "Party", "Type", "State", "Health", "Last contact", "Failed", "Breaker"],
    all.map((p) => [
      p.name,
      p.parties.map((each) => party(each) + away(each)).join(" "),
      p.partner_type,
      p.waiting ? `${p.state}, waits for you` : p.state,
      healthText(p.health),
      p.health.last_contact_at?.slice(0, 19).concat("Z") ?? "-",
      rate(p.health),
      breakerText(p.health),
    ]),
  );
}
