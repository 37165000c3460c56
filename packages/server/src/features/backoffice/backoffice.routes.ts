import { companies, backoffice as routes, type ErrorCode } from "@voltmarg/contract";
import { mobileToE164 } from "@voltmarg/rules";
import type { Database } from "../../platform/database/database.ts";
import type { Mount, RequestFacts } from "../../platform/http/mount.ts";
import { done, refuse, type DocumentAnswer, type Outcome } from "../../platform/http/problem.ts";
import { numberNamed } from "../accounts/index.ts";
import { payOperator, reverseOperatorPayment, settlementOf } from "../billing/index.ts";
import { addToWhitelist, readWhitelist, removeFromWhitelist } from "../companies/index.ts";
import { checkBooks } from "./check-ledger.ts";
import { companyStatement, statementCsv, statementPdf } from "./company-statement.ts";
import { takeBillBack } from "./correct-bill.ts";
import { createCredential, endCredential, readAudit, readCredentials } from "./credentials.ts";
import { giveGoodwill } from "./give-goodwill.ts";
import { writeOffDebt } from "./write-off-debt.ts";
import { changeSeller, readSeller } from "./manage-seller.ts";
import type { FourEyesDeps } from "./propose.ts";
import { settlementCsv } from "./settlement-csv.ts";

export type BackofficeDeps = FourEyesDeps & {
  database: Database;
  party: { countryCode: string; partyId: string };
  /** Finds an operator by id, name or party id. */
  operatorNamed(name: string): Promise<{ id: string; name: string } | null>;
};

/** `{data}` around what a use case answers. */
async function data<T, Code extends ErrorCode>(outcome: Promise<Outcome<T, Code>>) {
  const answer = await outcome;
  return answer.ok ? done({ data: answer.value }) : answer;
}

/** Routes of the back office: credentials, audit log, and what belongs to no single feature. */
export function backofficeRoutes({ mount, mounted }: Mount, deps: BackofficeDeps): void {
  const { db } = deps.database;

  mount(routes.listCredentials, async () =>
    done({ data: { credentials: await readCredentials(deps) } }),
  );
  mount(routes.createCredential, ({ body, backoffice }) =>
    data(createCredential(deps, backoffice, body.name, body.role)),
  );
  mount(routes.revokeCredential, ({ params, backoffice }) =>
    data(endCredential(deps, backoffice, params.name)),
  );
  mount(routes.listAudit, async ({ query, backoffice }) =>
    done(await readAudit(deps, mounted, backoffice, query)),
  );

  mount(routes.listWhitelist, async () => done({ data: { entries: await readWhitelist(db) } }));
  mount(routes.addToWhitelist, async ({ body, backoffice }) => {
    const { mobile: number, company_id, location_id, operator: name } = body;
    if ((number === undefined) === (company_id === undefined))
      return refuse("INVALID_INPUT", { message: "Name a driver's number or a company." });
    if ((location_id === undefined) === (name === undefined))
      return refuse("INVALID_INPUT", { message: "Name a location or an operator." });
    const mobile = number === undefined ? null : mobileToE164(number);
    if (number !== undefined && !mobile) return refuse("MOBILE_INVALID");
    const operator = name === undefined ? null : await deps.operatorNamed(name);
    if (name !== undefined && !operator) return refuse("NOT_FOUND", { message: noOperator });
    return data(
      addToWhitelist(deps, backoffice, {
        mobile,
        companyId: company_id ?? null,
        locationId: location_id ?? null,
        operatorId: operator?.id ?? null,
      }),
    );
  });
  mount(routes.removeFromWhitelist, ({ params, backoffice }) =>
    data(removeFromWhitelist(backoffice, params.id)),
  );

  mount(routes.getSeller, async () => done({ data: await readSeller(db) }));
  mount(routes.updateSeller, ({ body, backoffice }) => data(changeSeller(deps, backoffice, body)));

  mount(routes.giveGoodwill, async ({ params, body, backoffice }) => {
    const number = await numberNamed(db, params.mobile);
    if (!number.ok) return number;
    const mobile = number.value;
    const { amount_minor, reason, reference } = body;
    return data(
      giveGoodwill(deps, backoffice, { mobile, amount: BigInt(amount_minor), reason, reference }),
    );
  });

  mount(routes.writeOffDebt, async ({ params, body, backoffice }) => {
    const number = await numberNamed(db, params.mobile);
    if (!number.ok) return number;
    return data(writeOffDebt(deps, backoffice, { mobile: number.value, reason: body.reason }));
  });

  mount(routes.correctBill, ({ params, body, backoffice }) =>
    data(takeBillBack(deps, backoffice, { billId: params.id, ...body })),
  );

  mount(companies.getCompanyStatement, async ({ params, request }) => {
    const statement = await companyStatement(db, params.id, params.month);
    if (!statement) return refuse("NOT_FOUND");
    const name = `statement-${statement.company.name}-${statement.month}`;
    if (asksFor(request, CSV)) return file(name, CSV, statementCsv(statement));
    if (asksFor(request, PDF)) return file(name, PDF, await statementPdf(db, statement));
    return done({ data: statement });
  });

  mount(routes.getSettlement, async ({ params, query, request }) => {
    const operator = await deps.operatorNamed(query.operator);
    if (!operator) return refuse("NOT_FOUND", { message: noOperator });
    const settlement = await settlementOf(db, operator, params.month);
    const name = `settlement-${operator.name}-${settlement.month}`;
    return asksFor(request, CSV)
      ? file(name, CSV, settlementCsv(settlement))
      : done({ data: settlement });
  });

  mount(routes.checkBooks, async () => {
    const found = await checkBooks(deps.database);
    return found ? done({ data: found }) : refuse("CONFLICT", { message: "A check is under way." });
  });
  mount(routes.payOperator, async ({ params, body, backoffice }) => {
    const operator = await deps.operatorNamed(body.operator);
    if (!operator) return refuse("NOT_FOUND", { message: noOperator });
    return data(
      payOperator(deps, backoffice, {
        operatorId: operator.id,
        month: params.month,
        amount: BigInt(body.amount_minor),
        utr: body.utr,
        paidOn: body.paid_on,
      }),
    );
  });
  mount(routes.reverseOperatorPayment, async ({ params: { month }, body, backoffice }) => {
    const operator = await deps.operatorNamed(body.operator);
    if (!operator) return refuse("NOT_FOUND", { message: noOperator });
    const paid = { operatorId: operator.id, month, utr: body.utr };
    return data(reverseOperatorPayment(deps, backoffice, paid));
  });
}

const CSV = "text/csv";
const PDF = "application/pdf";

const asksFor = ({ headers }: RequestFacts, type: string) => headers.accept?.includes(type);

const file = (name: string, type: typeof CSV | typeof PDF, bytes: Buffer): DocumentAnswer => ({
  ok: true,
  document: {
    type: type === CSV ? `${CSV}; charset=utf-8` : type,
    fileName: `${name}.${type === CSV ? "csv" : "pdf"}`,
    bytes,
  },
});

const noOperator = "There is no operator of that id, name or party.";
