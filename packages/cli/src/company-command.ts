import { companies } from "@voltmarg/contract";
import { callRoute } from "@voltmarg/client/node";
import { textOf } from "./print-answer.ts";
import { valueOf } from "./read-value.ts";
import { Usage, type BackOffice, type Subcommand } from "./subcommand.ts";

/** A company by its id, or by its name in upper or lower case. */
export async function companyId(idOrName: string, { url, token }: BackOffice): Promise<string> {
  if (idOrName.startsWith("com_")) return idOrName;
  const { data } = await callRoute(url, companies.listCompanies, { token });
  const found = data.companies.find(({ name }) => name.toLowerCase() === idOrName.toLowerCase());
  if (!found) throw new Usage(`there is no company "${idOrName}"`);
  return found.id;
}

/** Limits of all drivers together, of one number, and of each number are three calls. */
export const companyLimit: Subcommand = {
  usage: "company limit <company> <rupees|none> [--mobile <number|each>]",
  does: "Limit the monthly cost of all its drivers together, of one number, or of each number without a limit of its own.",
  run: async ([company, rupees], { mobile }, { url, token }) => {
    const limit = { name: "limit_minor", kind: "money", nullable: true } as const;
    const limit_minor = (await valueOf(limit, rupees!, "<rupees|none>")) as number | null;
    const id = await companyId(company!, { url, token });
    const body = mobile === "each" ? { number_limit_minor: limit_minor } : { limit_minor };
    const { data } =
      mobile === undefined || mobile === "each"
        ? await callRoute(url, companies.updateCompany, { token, params: { id }, body })
        : await callRoute(url, companies.limitCompanyNumber, {
            token,
            params: { id, mobile },
            body: { limit_minor },
          });
    return { answer: data, text: textOf("updateCompany", data) };
  },
};
