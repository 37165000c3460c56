import { provider, type RetailEntry } from "@voltmarg/contract";
import { callRoute } from "./client.ts";
import { runDeskCommand, Usage, type Desk, type Options } from "./desk-command.ts";
import { describeRetail, runRetail } from "./retail-command.ts";

const help = `The provider's command. It speaks to a running service.

  npm run provider -- company add "<name>"               make a company, or find the one of that name
  npm run provider -- company list-number <company> <mobile>
                                                         let a number sign up as CORPORATE for a company (id or name)
  npm run provider -- driver show <mobile>               what is known of a driver
  npm run provider -- driver set <mobile> --multi on|off allow several charges at once, or one
  npm run provider -- retail list                        at which price operators' tariffs are sold on
  npm run provider -- retail set [--operator <id|name>] [--type PERSONAL|CORPORATE]
                                 [--markup <percent>] [--per-kwh <rupees>] [--gst <percent>]
                                                         set the rule for an operator, a type of customer, or every one;
                                                         a discount is written --markup=-10
  npm run provider -- retail remove [--operator <id|name>] [--type PERSONAL|CORPORATE]
                                                         take that rule back
`;

async function run(words: readonly string[], options: Options, desk: Desk): Promise<object> {
  const { url, token } = desk;
  const [subject, verb, first, second] = words;
  if (subject === "retail") return runRetail(verb, options, desk);
  if (!first) throw new Usage(`${words.join(" ")} needs more`);
  switch (`${subject} ${verb}`) {
    case "company add":
      return (await callRoute(url, provider.putCompany, { token, body: { name: first } })).data;
    case "company list-number": {
      if (!second) throw new Usage("company list-number needs a company and a mobile number");
      const params = { id: await companyId(first, desk) };
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
      const { multi } = options;
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
  if ("rules" in answer) return describeRetail(answer.rules as RetailEntry[]);
  const rows = Object.entries(answer);
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `${name.padEnd(width)}  ${show(value)}`).join("\n");
}

function show(value: unknown): string {
  if (Array.isArray(value)) return value.length > 0 ? value.join(", ") : "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "string" || typeof value === "number" ? String(value) : "-";
}

await runDeskCommand({
  name: "provider",
  help,
  options: ["multi", "operator", "type", "markup", "per-kwh", "gst"],
  run,
  describe,
});
