import { one, rows, sql, type Queryable } from "../../platform/database/database.ts";
import type { ExportedName } from "./register-entry.ts";
import type { register } from "./register.ts";
import { withRestricted } from "./restricted.store.ts";

type Fragment = ReturnType<typeof sql>;
export type Who = { id: string; mobile: string };

/** One list of the export: its fields, named as in the contract. `of`: `from … where …`, all rows of this driver. */
type List = {
  fields: Fragment;
  of(who: Who): Fragment;
  /** The sort key for paging: unique for a driver, served by an index, with the type to compare. `id` when absent. */
  by?: readonly (readonly [column: Fragment, type: Fragment])[];
  /** Rows per page: `WIDE` when absent. */
  page?: number;
};

/**
 * Rows per page: few for wide rows (sessions and bills have some KB each), more for narrow ones. No page is larger than
 * a few MB.
 */
const WIDE = 200;
const NARROW = 2_000;

const TEXT = sql`text`;
type Table = keyof typeof register;
const own =
  (table: Table) =>
  ({ id }: Who) =>
    sql`from ${withRestricted(table, id)} t where t.user_id = ${id}`;
const by = (...columns: Fragment[]) => columns.map((column) => [column, TEXT] as const);
const atLocation =
  (table: Table) =>
  ({ id }: Who) =>
    sql`from ${withRestricted(table, id)} t join location l on l.id = t.location_id where t.user_id = ${id}`;

const meter = (table: Table): List => ({
  fields: sql`t.session_id, t.at, t.until, t.kwh::text as kwh, t.charging, t.power_kw, t.state_of_charge`,
  of: own(table),
  by: [
    [sql`t.session_id`, TEXT],
    [sql`t.at`, sql`timestamptz`],
  ],
  page: NARROW,
});

const lists: Record<ExportedName, List> = {
  consents: {
    fields: sql`t.version, t.language, t.given_at, t.withdrawn_at`,
    of: own("consent"),
    by: [[sql`t.given_at`, sql`timestamptz`]],
  },
  nominees: {
    fields: sql`t.name, t.contact, t.named_at`,
    of: own("nominee"),
    by: by(sql`t.user_id`),
  },
  sign_ins: {
    fields: sql`t.device_type, t.browser, t.system, t.created_at as signed_in_at, t.last_seen_at, t.ends_at,
      t.revoked_at as signed_out_at`,
    of: own("sign_in"),
    by: by(sql`t.sid`),
  },
  passkeys: { fields: sql`t.browser, t.system, t.created_at, t.last_used_at`, of: own("passkey") },
  identities: {
    fields: sql`t.provider, t.subject, t.linked_at`,
    of: own("social_identity"),
    by: by(sql`t.provider`, sql`t.subject`),
  },
  codes_asked_for: {
    fields: sql`t.otp_type as type, t.device_type, t.address, t.created_at, t.used_at`,
    of: ({ mobile }) => sql`from otp_challenge t where t.mobile = ${mobile}`,
  },
  wrong_codes: {
    fields: sql`t.at, t.address`,
    of: ({ mobile }) => sql`from otp_failure t where t.mobile = ${mobile}`,
  },
  vehicles: {
    fields: sql`t.id, t.is_primary, t.make, t.model, t.variant, t.vehicle_type, t.battery_capacity, t.range,
      t.max_dc_intake, t.onboard_charger_capacity, t.inlets, t.adapters, t.registration, t.paint, t.commercial,
      t.seen_dc_kw, t.seen_ac_kw, t.seen_curve, t.created_at`,
    of: own("vehicle"),
  },
  vehicle_readings: {
    fields: sql`t.vehicle_id, t.at, t.odometer_km, t.percent as charge_percent`,
    of: own("vehicle_reading"),
    by: [
      [sql`t.vehicle_id`, TEXT],
      [sql`t.odometer_km`, sql`int`],
    ],
    page: NARROW,
  },
  trips: {
    fields: sql`t.id, t.name, t.plan, t.share_key is not null as shared, t.created_at, t.vehicle_id,
      t.charge_percent, t.style, t.begun_at`,
    of: own("trip"),
  },
  trip_links: {
    fields: sql`t.trip_id, t.start_name, t.end_name, t.created_at`,
    of: own("trip_share"),
    by: by(sql`t.key`),
  },
  trip_places: {
    fields: sql`t.latitude, t.longitude, t.shown_latitude, t.shown_longitude, t.created_at`,
    of: own("trip_place"),
    by: [
      [sql`t.latitude`, sql`float8`],
      [sql`t.longitude`, sql`float8`],
    ],
  },
  favourites: {
    fields: sql`t.location_id, l.name as location_name, t.created_at`,
    of: atLocation("favourite"),
    by: by(sql`t.location_id`),
  },
  watches: {
    fields: sql`t.location_id, l.name as location_name, t.evse_uid, t.created_at, t.expires_at, t.told_at`,
    of: atLocation("station_watch"),
  },
  whitelist: {
    fields: sql`t.location_id, t.operator_id, t.created_at`,
    of: own("whitelist_entry"),
  },
  sessions: {
    fields: sql`t.id, t.status, t.step, t.timeline, t.failure,
      (t.snapshot -> 'location') || jsonb_build_object('operator_id', t.operator_id) as location,
      t.snapshot -> 'evse_uid' as evse_uid, t.snapshot -> 'evse_label' as evse_label,
      t.snapshot -> 'connector' as connector, t.snapshot -> 'vehicle' as vehicle,
      t.snapshot -> 'estimation_info' as estimation_info, t.snapshot -> 'tariff' as tariff, t.requested_at,
      t.start_at as start_date_time, t.end_at as end_date_time, t.kwh, t.state_of_charge, t.cost_minor, t.duration_s,
      t.cdr_id, t.stop_reason,
      (select jsonb_build_object('amount_minor', h.amount, 'status', h.status) from ledger_hold h
        where h.user_id = t.user_id and h.session_id = t.id) as hold`,
    of: own("session"),
  },
  meter_values: meter("meter_value"),
  meter_evidence: meter("meter_evidence"),
  bills: {
    fields: sql`t.wire || jsonb_build_object('credited_by', (
        select jsonb_build_object('cdr_id', n.cdr_id, 'number', n.number, 'issued_at',
          to_char(n.issued_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
        from invoice n where n.user_id = t.user_id and n.original_cdr_id = t.id))
      || coalesce((
        select jsonb_build_object('provisional',
          jsonb_build_object('state', coalesce(p.outcome, 'OPEN'), 'replaced_by', p.replaced_by))
        from provisional_bill p where p.user_id = t.user_id and p.cdr_id = t.id), '{}') as "_whole"`,
    of: own("cdr"),
  },
  company_charges: {
    fields: sql`t.session_id, c.name as company_name, t.started_at, t.amount as amount_minor, t.billed_at`,
    of: ({ id }) =>
      sql`from company_charge t join company c on c.id = t.company_id where t.user_id = ${id}`,
    by: by(sql`t.session_id`),
  },
  token_checks: {
    fields: sql`t.operator_id, t.location_id, t.evse_uids, t.allowed, t.created_at`,
    of: own("token_authorization"),
  },
  movements: {
    fields: sql`t.id, t.at, t.kind, t.reason, t.session_id, t.cdr_id, t.balance_after as balance_minor, (
      select jsonb_agg(jsonb_build_object('from', p.source_kind, 'to', p.destination_kind, 'amount_minor', p.amount)
        order by p.seq)
      from ledger_posting p where p.scope = t.scope and p.transfer_id = t.id) as postings`,
    of: ({ id }) => sql`from ledger_transfer t where t.scope = ${id}`,
  },
  holds: {
    fields: sql`t.session_id, t.amount as amount_minor, t.captured as captured_minor, t.status, t.created_at,
      t.settled_at`,
    of: own("ledger_hold"),
    by: by(sql`t.session_id`),
  },
  top_ups: {
    fields: sql`t.id, t.amount as amount_minor, t.status, t.order_id, t.payment_id, t.created_at, t.settled_at`,
    of: own("top_up"),
  },
  payments: {
    fields: sql`t.payment_id, t.amount as amount_minor, t.source, t.upi_app, t.credited_at`,
    of: own("wallet_payment"),
    by: by(sql`t.payment_id`),
  },
  payment_disputes: {
    fields: sql`t.payment_id, t.amount as amount_minor, t.status, t.received_at`,
    of: ({ id }) =>
      sql`from payment_dispute t join wallet_payment w on w.payment_id = t.payment_id where w.user_id = ${id}`,
  },
  withdrawals: {
    fields: sql`t.id, t.amount as amount_minor, t.cause, t.created_at, (
      select coalesce(jsonb_agg(jsonb_build_object('payment_id', r.payment_id, 'amount_minor', r.amount,
        'status', r.status, 'reference', r.refund_id) order by r.id), '[]')
      from withdrawal_refund r where r.user_id = t.user_id and r.withdrawal_id = t.id) as refunds`,
    of: own("withdrawal"),
  },
  tickets: {
    fields: sql`t.id, t.number::text, t.category, t.state, t.session_id, t.created_at, t.updated_at,
      t.answered_at, t.escalated_at, t.escalated_by`,
    of: own("ticket"),
  },
  ticket_messages: {
    fields: sql`t.ticket_id, t.id, t.author, t.body as text, t.file_ids, t.created_at`,
    of: own("ticket_message"),
    by: by(sql`t.ticket_id`, sql`t.id`),
  },
  ratings: {
    fields: sql`t.session_id, t.location_id, t.stars, t.tags, coalesce(t.body, (
        select r.row ->> 'body' from restricted_row r where r.user_id = t.user_id
          and r.of_table = 'session_rating' and r.row ->> 'session_id' = t.session_id limit 1)) as text,
      t.created_at, t.updated_at`,
    of: own("session_rating"),
    by: by(sql`t.session_id`),
  },
  station_problems: {
    fields: sql`t.location_id, t.evse_uid, t.kind, t.body as text, t.created_at, t.closed_at`,
    of: own("station_problem"),
  },
  check_ins: {
    fields: sql`t.id, t.location_id, t.evse_uid, t.worked, t.reason, t.body as text, t.photo_id, t.vehicle, t.created_at`,
    of: own("check_in"),
  },
  check_in_reports: {
    fields: sql`t.check_in_id, t.reason, t.created_at`,
    of: own("check_in_report"),
    by: by(sql`t.check_in_id`),
  },
  files: {
    fields: sql`t.id, t.category, t.bytes, t.width, t.height, t.created_at`,
    of: own("file_record"),
  },
  notifications: {
    fields: sql`t.kind, t.title, t.body as text,
      jsonb_build_object('type', t.subject_type, 'id', t.subject_id) as subject, t.created_at, t.read_at`,
    of: own("notification"),
  },
  preferences: {
    fields: sql`t.kind, t.channel, t.wanted`,
    of: own("notification_preference"),
    by: by(sql`t.kind`, sql`t.channel`),
  },
  messages: {
    fields: sql`t.channel, t.kind, t.state, t.created_at`,
    // Nobody has proved that the e-mail address is theirs; what mails said is among the notifications.
    of: ({ mobile }) => sql`from message t where t.recipient = ${mobile}`,
  },
  device_tokens: {
    fields: sql`t.transport, t.registered_at`,
    of: own("device_token"),
    by: by(sql`encode(t.token_hash, 'hex')`),
  },
  account_audit: {
    // As in tickets, not who of the staff it was.
    fields: sql`t.at, t.act, t.details - 'credential' as details`,
    of: own("account_audit"),
    by: [[sql`t.id`, sql`bigint`]],
  },
};

export type ExportRow = { _key: string[]; _whole?: object } & Record<string, unknown>;

/** The next rows of a list after the key of the last row. */
export const exportRows = (
  on: Queryable,
  name: ExportedName,
  who: Who,
  after: readonly string[] | null,
) => {
  const { fields, of, by: keys = by(sql`t.id`), page = WIDE } = lists[name];
  const columns = sql.join(keys.map(([column]) => column));
  const beyond =
    after === null
      ? sql``
      : sql`and (${columns}) > (${sql.join(keys.map(([, type], i) => sql`${after[i]}::${type}`))})`;
  return rows(
    on,
    sql<ExportRow>`select ${fields}, array[${sql.join(keys.map(([column]) => sql`${column}::text`))}] as "_key"
      ${of(who)} ${beyond} order by ${columns} limit ${page}`,
  );
};

/** The account, with the data that exists once for each account. */
export const exportAccount = (on: Queryable, id: string) =>
  one(
    on,
    sql<object>`
      select u.id, u.mobile, n.name, n.email, n.gst_in, n.business_name, n.business_address,
        n.business_city, n.business_postal_code, u.customer_type, u.allow_multi_charging, u.created_at,
        u.deactivated_at, (select language from driver_language where user_id = u.id) as language,
        (select jsonb_build_object('from_minute', from_minute, 'until_minute', until_minute)
          from ${withRestricted("quiet_hours", id)} q where q.user_id = u.id) as quiet_hours,
        (select jsonb_build_object('id', id, 'name', name) from company where id = u.company_id) as company,
        (select jsonb_build_object('id', c.id, 'name', c.name)
          from company_number n join company c on c.id = n.company_id where n.mobile = u.mobile) as listed_by,
        (select jsonb_build_object('balance_minor', w.wallet + w.held + w.overdraft, 'held_minor', w.held,
            'withdrawing_minor', w.withdrawing, 'closed_at', (
            select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from wallet_closure where user_id = u.id))
          from ledger_wallet w where w.owner = u.id) as wallet
      from app_user u cross join lateral jsonb_populate_record(u, coalesce((
        select r.row from restricted_row r where r.user_id = ${id} and r.of_table = 'app_user'), '{}')) n
      where u.id = ${id}`,
  );
