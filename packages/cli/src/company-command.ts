import { writeFile } from "node:fs/promises";
import {
  companies,
  provider,
  type CompanyAccount,
  type CompanyStatement,
  type Vehicle,
} from "@voltmarg/contract";
import { formatInr } from "@voltmarg/rules";
import { callRoute, fetchDocument } from "@voltmarg/client/node";
import {
  fields,
  moment,
  paiseOf,
  table,
  Usage,
  type Answer,
  type BackOffice,
  type Options,
  type Subcommand,
  numberIn,
} from "./backoffice-command.ts";
import { required } from "./driver-command.ts";

/** A company by its id, or by its name in upper or lower case. */
export async function companyId(idOrName: string, { url, token }: BackOffice): Promise<string> {
  if (idOrName.startsWith("com_")) return idOrName;
  const { data } = await callRoute(url, companies.listCompanies, { token });
  const found = data.companies.find(({ name }) => name.toLowerCase() === idOrName.toLowerCase());
  if (!found) throw new Usage(`there is no company "${idOrName}"`);
  return found.id;
}

const account = (answer: CompanyAccount): Answer => {
  const { numbers, limit_minor, number_limit_minor, left_minor, ...rest } = answer;
  const amount = (minor: number | null) => (minor === null ? "none" : formatInr(minor));
  const facts = fields({
    ...rest,
    limit: amount(limit_minor),
    limit_of_each: amount(number_limit_minor),
    left: amount(left_minor),
  });
  const rows = numbers.map((n) => [
    n.mobile,
    amount(n.limit_minor),
    n.driver_id ?? "not signed up, or not agreed yet",
  ]);
  const listed = rows.length > 0 ? `\n\n${table(["Number", "Limit", "Driver"], rows)}` : "";
  return { answer, text: facts + listed };
};

const limitOf = (text: string) => (text === "none" ? null : paiseOf(text));

async function update(
  company: string,
  backOffice: BackOffice,
  body: Parameters<typeof callRoute<typeof companies.updateCompany>>[2]["body"],
): Promise<Answer> {
  const params = { id: await companyId(company, backOffice) };
  const call = { token: backOffice.token, params, body };
  return account((await callRoute(backOffice.url, companies.updateCompany, call)).data);
}

const number = (options: Options, name: string): number => numberIn(required(options, name), name);

const vehicleRows = (answer: object, all: readonly Vehicle[]): Answer => ({
  answer,
  text: table(
    ["Id", "Registration", "Make and model", "kWh", "km"],
    all.map((v) => [
      v.id,
      v.registration ?? "-",
      `${v.make} ${v.model}`,
      String(v.battery_capacity ?? "-"),
      String(v.range ?? "-"),
    ]),
  ),
});

/** `company …`: the companies that pay for their drivers' charging sessions. */
export const companyCommands: readonly Subcommand[] = [
  {
    usage: "company list",
    does: "list companies with their drivers and debts",
    run: async (_args, _options, { url, token }) => {
      const { data: answer } = await callRoute(url, companies.listCompanies, { token });
      const rows = answer.companies.map((c) => [
        c.id,
        c.name,
        c.state,
        String(c.drivers),
        formatInr(c.owed_minor),
      ]);
      return { answer, text: table(["Id", "Name", "State", "Drivers", "Owes"], rows) };
    },
  },
  {
    usage: 'company add "<name>"',
    does: "create a company, or find the one of that name",
    run: async ([name], _options, { url, token }) => {
      const body = { name: name! };
      const { data: answer } = await callRoute(url, provider.putCompany, { token, body });
      return { answer, text: fields(answer) };
    },
  },
  {
    usage: "company show <company>",
    does: "its state, limits, usage of this month, and numbers (give a company's id or name)",
    run: async ([company], _options, backOffice) => {
      const call = {
        token: backOffice.token,
        params: { id: await companyId(company!, backOffice) },
      };
      return account((await callRoute(backOffice.url, companies.getCompany, call)).data);
    },
  },
  {
    usage: "company list-number <company> <mobile>",
    does: "make the driver of a number CORPORATE, now or at sign-up; an unused wallet balance is refunded",
    run: async ([company, mobile], _options, backOffice) => {
      const params = { id: await companyId(company!, backOffice) };
      const call = { token: backOffice.token, params, body: { mobile: mobile! } };
      const { data: answer } = await callRoute(backOffice.url, provider.listCompanyNumber, call);
      return { answer, text: fields(answer) };
    },
  },
  {
    usage: "company unlist-number <company> <mobile>",
    does: "make that driver PERSONAL again",
    run: async ([company, mobile], _options, backOffice) => {
      const params = { id: await companyId(company!, backOffice), mobile: mobile! };
      const call = { token: backOffice.token, params };
      return account((await callRoute(backOffice.url, companies.unlistCompanyNumber, call)).data);
    },
  },
  {
    usage: "company limit <company> <rupees|none> [--mobile <number|each>]",
    does: "limit the monthly cost of all its drivers together, of one number, or of each number without a limit of its own",
    run: async ([company, rupees], { mobile }, backOffice) => {
      const limit_minor = limitOf(rupees!);
      if (mobile === undefined) return update(company!, backOffice, { limit_minor });
      if (mobile === "each")
        return update(company!, backOffice, { number_limit_minor: limit_minor });
      const params = { id: await companyId(company!, backOffice), mobile };
      const call = { token: backOffice.token, params, body: { limit_minor } };
      return account((await callRoute(backOffice.url, companies.limitCompanyNumber, call)).data);
    },
  },
  {
    usage: "company suspend <company>",
    does: "no new charging session starts on its account; running ones continue to their end",
    run: ([company], _options, backOffice) => update(company!, backOffice, { state: "SUSPENDED" }),
  },
  {
    usage: "company activate <company>",
    does: "its drivers may charge again",
    run: ([company], _options, backOffice) => update(company!, backOffice, { state: "ACTIVE" }),
  },
  {
    usage:
      "company details <company> [--gstin <gstin>] [--address <text>] [--city <city>] [--pin <pin>] [--email <e-mail>]",
    does: "change its details on invoices; fields that are not given stay, and a GSTIN needs address, city and PIN code",
    run: ([company], { gstin: gst_in, address, city, pin: postal_code, email }, backOffice) =>
      update(company!, backOffice, { gst_in, address, city, postal_code, email }),
  },
  {
    usage:
      'company add-vehicle <company> "<make>" "<model>" <registration> --kwh <battery> --range <km> [--dc <kW>] [--ac <kW>] [--vehicle-type TWO_WHEELER|THREE_WHEELER|FOUR_WHEELER]',
    does: "add a vehicle that its drivers may charge",
    run: async ([company, make, model, registration], options, backOffice) => {
      const body = {
        make: make!,
        model: model!,
        registration: registration!,
        vehicle_type: (options["vehicle-type"] ?? "FOUR_WHEELER") as Vehicle["vehicle_type"],
        battery_capacity: number(options, "kwh"),
        range: number(options, "range"),
        max_dc_intake: options["dc"] === undefined ? null : number(options, "dc"),
        onboard_charger_capacity: options["ac"] === undefined ? null : number(options, "ac"),
      };
      const params = { id: await companyId(company!, backOffice) };
      const call = { token: backOffice.token, params, body };
      const { data } = await callRoute(backOffice.url, companies.addCompanyVehicle, call);
      return vehicleRows(data, [data]);
    },
  },
  {
    usage: "company vehicles <company>",
    does: "its vehicles, by registration; the first hundred",
    run: async ([company], _options, backOffice) => {
      const params = { id: await companyId(company!, backOffice) };
      const { url, token } = backOffice;
      const call = { token, params, query: { page_size: 100 } };
      const answer = await callRoute(url, companies.listVehiclesOfCompany, call);
      return vehicleRows(answer, answer.content);
    },
  },
  {
    usage: "company remove-vehicle <company> <vehicle>",
    does: "remove it",
    run: async ([company, vehicle], _options, backOffice) => {
      const params = { id: await companyId(company!, backOffice), vehicleId: vehicle! };
      const call = { token: backOffice.token, params };
      const { data } = await callRoute(backOffice.url, companies.removeCompanyVehicle, call);
      return vehicleRows(data, [data]);
    },
  },
  {
    usage: "company pay <company> <rupees> <reference> [--tds <rupees>]",
    does: "book a payment; each bank reference is booked once; --tds: income tax that the company kept",
    run: async ([company, rupees, reference], { tds }, backOffice) => {
      const params = { id: await companyId(company!, backOffice) };
      const body = {
        amount_minor: paiseOf(rupees!),
        reference: reference!,
        ...(tds ? { tds_minor: paiseOf(tds) } : {}),
      };
      const call = { token: backOffice.token, params, body };
      const { data: answer } = await callRoute(
        backOffice.url,
        companies.recordCompanyPayment,
        call,
      );
      return { answer, text: fields(answer) };
    },
  },
  {
    usage: 'company unpay <company> <reference> --reason "<why>"',
    does: "take back a payment that was booked by mistake; a second member confirms it",
    run: async ([company, reference], options, backOffice) => {
      const params = { id: await companyId(company!, backOffice) };
      const body = { reference: reference!, reason: required(options, "reason") };
      const call = { token: backOffice.token, params, body };
      const { data: answer } = await callRoute(
        backOffice.url,
        companies.reverseCompanyPayment,
        call,
      );
      return { answer, text: fields(answer) };
    },
  },
  {
    usage: "company statement <company> <YYYY-MM> [--csv <file>] [--pdf <file>]",
    does: "its monthly statement: each bill, totals, payments, and the debt before and after",
    run: async ([company, month], { csv, pdf }, backOffice) => {
      const params = { id: await companyId(company!, backOffice), month: month! };
      const call = { token: backOffice.token, params };
      const spec = companies.getCompanyStatement;
      const save = async (type: string, file: string | undefined) => {
        if (file) await writeFile(file, await fetchDocument(backOffice.url, spec, type, call));
      };
      await save("text/csv", csv);
      await save("application/pdf", pdf);
      const { data } = await callRoute(backOffice.url, spec, call);
      return { answer: data, text: statement(data) };
    },
  },
];

function statement({ bills, sums, payments, ...of }: CompanyStatement): string {
  const rows = bills.map((bill) => [
    moment(bill.at),
    bill.driver_name ?? bill.driver_mobile,
    bill.place,
    bill.kwh.toFixed(3),
    formatInr(bill.gst_minor),
    formatInr(bill.total_minor),
    bill.invoice_number ?? "-",
  ]);
  const sum = [
    "Sum",
    "",
    "",
    sums.kwh.toFixed(3),
    formatInr(sums.gst_minor),
    formatInr(sums.total_minor),
    "",
  ];
  const paid = payments.map((p) => [
    moment(p.at),
    p.kind === "PAYMENT" ? "Payment" : "Credit",
    p.reference,
    "",
    "",
    formatInr(-p.amount_minor),
    "",
  ]);
  const head = ["When (IST)", "Driver", "Place", "kWh", "GST", "Total", "Invoice"];
  return [
    `${of.company.name}, ${of.month}`,
    `Owed before  ${formatInr(of.opening_minor)}`,
    "",
    table(head, [...rows, sum, ...paid]),
    "",
    `Owed after   ${formatInr(of.closing_minor)}`,
  ].join("\n");
}
