import { one, rows, sql, type Queryable, type Tx } from "../../platform/database/database.ts";

export type CompanyRow = {
  id: string;
  name: string;
  state: "ACTIVE" | "SUSPENDED";
  monthly_limit: bigint | null;
  /** Of a number without a limit of its own. */
  number_limit: bigint | null;
};

/** Invoice details besides the name. */
export type BillingDetails = {
  address: string | null;
  city: string | null;
  postal_code: string | null;
  gst_in: string | null;
  email: string | null;
};

export const findCompany = (on: Queryable, id: string) =>
  one(
    on,
    sql<CompanyRow & BillingDetails>`
      select id, name, state, monthly_limit, number_limit, address, city, postal_code, gst_in, email from company where id = ${id}`,
  );

/** Writes all details; the state is the GSTIN's. */
export const setBillingDetails = (tx: Tx, id: string, d: BillingDetails) =>
  sql`update company set address = ${d.address}, city = ${d.city}, postal_code = ${d.postal_code}, gst_in = ${d.gst_in},
        state_code = left(${d.gst_in}::text, 2), email = ${d.email} where id = ${id}`.execute(tx);

/** Serialises starts of a company's drivers, so that together they keep its limit. */
export const lockCompany = (tx: Tx, id: string) =>
  one(
    tx,
    sql<CompanyRow>`select id, name, state, monthly_limit, number_limit from company where id = ${id} for no key update`,
  );

/** The company of that name; a new one is created with its account. */
export async function putCompany(tx: Tx, id: string, name: string, at: Date): Promise<CompanyRow> {
  await sql`insert into company (id, name, created_at) values (${id}, ${name}, ${at}) on conflict (name) do nothing`.execute(
    tx,
  );
  await sql`insert into ledger_account (owner, kind, cached) select id, 'receivable', true from company where name = ${name}
            on conflict do nothing`.execute(tx);
  return (await one(
    tx,
    sql<CompanyRow>`select id, name, state, monthly_limit, number_limit from company where name = ${name}`,
  ))!;
}

export const setState = (tx: Tx, id: string, state: CompanyRow["state"]) =>
  sql`update company set state = ${state} where id = ${id}`.execute(tx);

export const setLimit = (tx: Tx, id: string, limit: bigint | null) =>
  sql`update company set monthly_limit = ${limit} where id = ${id}`.execute(tx);

export const setDefaultLimit = (tx: Tx, id: string, limit: bigint | null) =>
  sql`update company set number_limit = ${limit} where id = ${id}`.execute(tx);

export const companyOfNumber = async (on: Queryable, mobile: string): Promise<string | null> =>
  (
    await one(
      on,
      sql<{ company_id: string }>`select company_id from company_number where mobile = ${mobile}`,
    )
  )?.company_id ?? null;

/** Lists a number, taking it from the company that had it. */
export const putNumber = (tx: Tx, companyId: string, mobile: string) =>
  sql`insert into company_number (mobile, company_id) values (${mobile}, ${companyId})
      on conflict (mobile) do update set company_id = excluded.company_id`.execute(tx);

/** Null: it was not on this company's list. */
export const removeNumber = (tx: Tx, companyId: string, mobile: string) =>
  one(
    tx,
    sql<{ mobile: string }>`delete from company_number
      where company_id = ${companyId} and mobile = ${mobile} returning mobile`,
  );

export const setNumberLimit = (tx: Tx, companyId: string, mobile: string, limit: bigint | null) =>
  one(
    tx,
    sql<{ mobile: string }>`insert into company_number_limit (company_id, mobile, monthly_limit)
      select company_id, mobile, ${limit}::bigint from company_number
        where company_id = ${companyId} and mobile = ${mobile}
      on conflict (company_id, mobile) do update set monthly_limit = excluded.monthly_limit returning mobile`,
  );

export type NumberRow = {
  mobile: string;
  monthly_limit: bigint | null;
  own_limit: boolean;
  driver_id: string | null;
};

/** What a number may spend a month: its own limit, else its company's for numbers without one. */
const LIMIT = sql`case when l.mobile is null then c.number_limit else l.monthly_limit end as monthly_limit`;

export const numbersOf = (on: Queryable, companyId: string) =>
  rows(
    on,
    sql<NumberRow>`
      select n.mobile, ${LIMIT}, l.mobile is not null as own_limit, u.id as driver_id
      from company_number n join company c on c.id = n.company_id
        left join company_number_limit l on l.company_id = n.company_id and l.mobile = n.mobile
        left join app_user u on u.mobile = n.mobile and u.company_id = n.company_id
      where n.company_id = ${companyId} order by n.mobile`,
  );

/** What a company lets a driver spend a month, also one who has left while charging. */
export const driverLimit = async (
  on: Queryable,
  companyId: string,
  userId: string,
): Promise<bigint | null> =>
  (
    await one(
      on,
      sql<{ monthly_limit: bigint | null }>`
        select ${LIMIT} from app_user u join company c on c.id = ${companyId}
          left join company_number_limit l on l.company_id = c.id and l.mobile = u.mobile
        where u.id = ${userId}`,
    )
  )?.monthly_limit ?? null;

export type ListedCompany = {
  id: string;
  name: string;
  state: CompanyRow["state"];
  drivers: number;
  balance: bigint;
};

export const listCompanies = (on: Queryable) =>
  rows(
    on,
    sql<ListedCompany>`
      select c.id, c.name, c.state, coalesce(a.balance, 0)::bigint as balance,
        (select count(*)::int from app_user u where u.company_id = c.id) as drivers
      from company c left join ledger_account a on a.owner = c.id and a.kind = 'receivable'
      order by c.name, c.id`,
  );

/** Paise of the payment that was booked under a reference; null: there is none. */
export const findPayment = async (
  on: Queryable,
  companyId: string,
  reference: string,
): Promise<{ amount: bigint; tds: bigint } | null> =>
  (await one(
    on,
    sql<{ amount: bigint; tds: bigint }>`
      select amount[1] as amount, coalesce(amount[2], 0) as tds from ledger_transfer
      where scope = ${companyId} and idem = ${`payment:${reference}`} and kind = 'PAYMENT'`,
  )) ?? null;

/** Negative: the company owes it. */
export const receivable = async (on: Queryable, companyId: string): Promise<bigint> =>
  (
    await one(
      on,
      sql<{
        balance: bigint;
      }>`select balance from ledger_account where owner = ${companyId} and kind = 'receivable'`,
    )
  )?.balance ?? 0n;
