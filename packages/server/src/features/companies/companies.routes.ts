import { companies, provider, type ErrorCode } from "@voltmarg/contract";
import { mobileToE164 } from "@voltmarg/rules";
import type { Mount } from "../../platform/http/mount.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import { getUser } from "../accounts/index.ts";
import {
  addCompanyVehicle,
  readCompanyVehicles,
  removeCompanyVehicle,
} from "./company-vehicles.ts";
import {
  changeCompany,
  hasCompany,
  limitNumber,
  listCompanyNumber,
  putCompanyNamed,
  readAccount,
  readCompanies,
  unlistCompanyNumber,
  type CompaniesDeps,
} from "./manage-companies.ts";
import { acceptOffer, leaveCompany, readOffer } from "./company-offer.ts";
import { recordCompanyPayment, reverseCompanyPayment } from "./record-payment.ts";

const paise = (minor: number | null) => (minor === null ? null : BigInt(minor));
const paiseIfGiven = (minor: number | null | undefined) =>
  minor === undefined ? undefined : paise(minor);

const withoutUndefined = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]?: Exclude<T[Name], undefined>;
  };

/** `{data}` around what a use case answers. */
async function data<T, Code extends ErrorCode>(outcome: Promise<Outcome<T, Code>>) {
  const answer = await outcome;
  return answer.ok ? done({ data: answer.value }) : answer;
}

/** Drivers of a company see its vehicles; all other routes are the back office's. */
export function companiesRoutes({ mount }: Mount, deps: CompaniesDeps): void {
  const { db } = deps.database;

  mount(companies.listCompanyVehicles, async ({ params, query, caller }) => {
    // Another company's list is answered as not found.
    if ((await getUser(db, caller.userId))?.company_id !== params.id) return refuse("NOT_FOUND");
    return done(await readCompanyVehicles(db, params.id, query.page_no, query.page_size));
  });

  mount(companies.getCompanyOffer, async ({ caller }) =>
    done({ data: await readOffer(deps, db, caller.userId) }),
  );
  mount(companies.acceptCompanyOffer, ({ body, caller }) =>
    data(acceptOffer(deps, caller.userId, body.company_id)),
  );
  mount(companies.leaveCompany, ({ caller }) => data(leaveCompany(deps, caller.userId)));

  mount(provider.putCompany, ({ body, backoffice }) =>
    data(putCompanyNamed(deps, backoffice, body.name)),
  );
  mount(provider.listCompanyNumber, async ({ params, body, backoffice }) => {
    const mobile = mobileToE164(body.mobile);
    if (!mobile) return refuse("MOBILE_INVALID");
    return data(listCompanyNumber(backoffice, params.id, mobile));
  });

  mount(companies.listCompanies, async () =>
    done({ data: { companies: await readCompanies(deps) } }),
  );
  mount(companies.getCompany, ({ params }) => data(readAccount(db, params.id, deps.clock.now())));
  mount(companies.updateCompany, async ({ params, body, backoffice }) => {
    const { state, limit_minor, number_limit_minor, ...details } = body;
    const change = {
      state,
      limit: paiseIfGiven(limit_minor),
      numberLimit: paiseIfGiven(number_limit_minor),
      billing: withoutUndefined(details),
    };
    return data(changeCompany(deps, backoffice, params.id, change));
  });
  mount(companies.limitCompanyNumber, async ({ params, body, backoffice }) => {
    const mobile = mobileToE164(params.mobile);
    if (!mobile) return refuse("MOBILE_INVALID");
    return data(limitNumber(deps, backoffice, params.id, mobile, paise(body.limit_minor)));
  });
  mount(companies.unlistCompanyNumber, async ({ params, backoffice }) => {
    const mobile = mobileToE164(params.mobile);
    if (!mobile) return refuse("MOBILE_INVALID");
    return data(unlistCompanyNumber(deps, backoffice, params.id, mobile));
  });
  mount(companies.listVehiclesOfCompany, async ({ params, query }) =>
    (await hasCompany(db, params.id))
      ? done(await readCompanyVehicles(db, params.id, query.page_no, query.page_size))
      : refuse("NOT_FOUND"),
  );
  mount(companies.addCompanyVehicle, ({ params, body, backoffice }) =>
    data(addCompanyVehicle(deps, backoffice, params.id, body)),
  );
  mount(companies.removeCompanyVehicle, ({ params, backoffice }) =>
    data(removeCompanyVehicle(backoffice, params.id, params.vehicleId)),
  );
  mount(companies.recordCompanyPayment, ({ params, body, backoffice }) =>
    data(
      recordCompanyPayment(deps, backoffice, {
        companyId: params.id,
        amount: BigInt(body.amount_minor),
        tds: BigInt(body.tds_minor ?? 0),
        reference: body.reference,
      }),
    ),
  );
  mount(companies.reverseCompanyPayment, ({ params, body, backoffice }) =>
    data(
      reverseCompanyPayment(deps, backoffice, {
        companyId: params.id,
        reference: body.reference,
      }),
    ),
  );
}
