import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { provider } from "@voltmarg/contract";
import { callRoute, Refusal } from "./client.ts";
import { readSecrets } from "./secrets.ts";
import { sentenceOf } from "./start-error.ts";

const help = `The provider's command. It speaks to a running service.

  npm run provider -- company add "<name>"               make a company, or find the one of that name
  npm run provider -- company list-number <company> <mobile>
                                                         let a number sign up as CORPORATE for a company (id or name)
  npm run provider -- driver show <mobile>               what is known of a driver
  npm run provider -- driver set <mobile> --multi on|off allow several charges at once, or one

  --json       print the answer as JSON
  --url <url>  the service, http://localhost:8080 unless PORT says otherwise
  --help       this text

The provider's token is PROVIDER_TOKEN, or the one in DATA_DIR/secrets.json.`;

/** A command line that asks for nothing we know. */
class Usage extends Error {}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      multi: { type: "string" },
      url: { type: "string", default: `http://localhost:${process.env["PORT"] || "8080"}` },
      json: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  if (values.help || positionals.length === 0) {
    console.log(help);
    return;
  }
  const token =
    process.env["PROVIDER_TOKEN"] ||
    readSecrets(resolve(process.env["DATA_DIR"] || ".data")).providerToken;
  const answer = await run(positionals, values.multi, { url: values.url, token });
  console.log(values.json ? JSON.stringify(answer, null, 2) : describe(answer));
}

type Desk = { url: string; token: string };

async function run(
  words: string[],
  multi: string | undefined,
  { url, token }: Desk,
): Promise<object> {
  const [subject, verb, first, second] = words;
  if (!first) throw new Usage(`${words.join(" ")} needs more`);
  switch (`${subject} ${verb}`) {
    case "company add":
      return (await callRoute(url, provider.putCompany, { token, body: { name: first } })).data;
    case "company list-number": {
      if (!second) throw new Usage("company list-number needs a company and a mobile number");
      const params = { id: await companyId(first, { url, token }) };
      return (
        await callRoute(url, provider.listCompanyNumber, {
          token,
          params,
          body: { mobile: second },
        })
      ).data;
    }
    case "driver show":
      return (await callRoute(url, provider.getDriver, { token, params: { mobile: first } })).data;
    case "driver set": {
      if (multi !== "on" && multi !== "off")
        throw new Usage("driver set needs --multi on or --multi off");
      const body = { allow_multi_charging: multi === "on" };
      return (
        await callRoute(url, provider.setDriverFlags, { token, params: { mobile: first }, body })
      ).data;
    }
    default:
      throw new Usage(`there is no command "${subject} ${verb ?? ""}"`);
  }
}

/** A company by its id, or by its name: naming one that exists answers it. */
async function companyId(idOrName: string, { url, token }: Desk): Promise<string> {
  if (idOrName.startsWith("com_")) return idOrName;
  return (await callRoute(url, provider.putCompany, { token, body: { name: idOrName } })).data.id;
}

function describe(answer: object): string {
  const rows = Object.entries(answer);
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `${name.padEnd(width)}  ${show(value)}`).join("\n");
}

function show(value: unknown): string {
  if (Array.isArray(value)) return value.length > 0 ? value.join(", ") : "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "string" || typeof value === "number" ? String(value) : "-";
}

main().catch((error: unknown) => {
  if (
    error instanceof Usage ||
    (error as NodeJS.ErrnoException).code?.startsWith("ERR_PARSE_ARGS")
  ) {
    console.error(`${(error as Error).message}; see npm run provider -- --help`);
  } else if (error instanceof TypeError && error.message === "fetch failed") {
    console.error("The service cannot be reached; start it first, or name it with --url.");
  } else {
    console.error(sentenceOf(error) ?? (error instanceof Refusal ? error.sentence : error));
  }
  process.exit(1);
});
