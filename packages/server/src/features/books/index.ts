import { books as routes } from "@voltmarg/contract";
import { routesOnly, type Feature } from "../../platform/feature.ts";
import { done } from "../../platform/http/problem.ts";
import { enterBankBalance, listCustomerMoney } from "./customer-money.ts";
import { basisOf, exportMonth, typeOf } from "./export-month.ts";
import { fileMonth, type BooksDeps } from "./file-month.ts";
import { listMismatches, listSettlements } from "./list-settlements.ts";
import { readBooks } from "./read-books.ts";

export { closeMoneyDays } from "./customer-money.ts";

/** The provider's books of a month in India, for its accountant: sums, exports, and the mark that it is filed. */
export const createBooks = (deps: BooksDeps): Feature =>
  routesOnly(({ mount }) => {
    const { db } = deps.database;
    mount(routes.getBooks, async ({ params }) => done({ data: await readBooks(db, params.month) }));
    mount(routes.exportBooks, async ({ params: { month, file } }) => ({
      ok: true,
      document: {
        type: typeOf(file),
        fileName: `${month}-${file}`,
        bytes: exportMonth(db, month, file, await basisOf(db, month)),
      },
    }));
    mount(routes.listGatewaySettlements, ({ query }) => listSettlements(db, query));
    mount(routes.listSettlementMismatches, ({ query }) => listMismatches(db, query));
    mount(routes.listCustomerMoney, ({ query }) => listCustomerMoney(db, query));
    mount(routes.enterBankBalance, async ({ params: { day }, body, backoffice }) => {
      const balance = BigInt(body.balance_minor);
      const answer = await enterBankBalance(deps, backoffice, { day, balance });
      return answer.ok ? done({ data: answer.value }) : answer;
    });
    mount(routes.fileBooks, async ({ params, backoffice }) => {
      const answer = await fileMonth(deps, backoffice, params.month);
      return answer.ok ? done({ data: answer.value }) : answer;
    });
  });
