-- What a driver says on the phone instead of a ticket's id.
create sequence ticket_number start 10001;

-- The clocks of a ticket run from its first message while it is support's turn: an answer within 48 hours and a solution within
-- one month (Consumer Protection (E-Commerce) Rules 2020, rule 4), and 90 days at most (DPDP Act 2023).
create table ticket (
  user_id text not null,
  id text not null,
  number bigint not null default nextval('ticket_number'),
  category text not null check (category in ('CHARGING', 'PAYMENT', 'BILL', 'STATION', 'ACCOUNT', 'APP', 'OTHER')),
  state text not null check (state in ('OPEN', 'ANSWERED', 'CLOSED')),
  session_id text,
  idempotency_key text,
  -- The member of the staff who works on it; null: nobody yet.
  assignee text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Support's first answer.
  answered_at timestamptz,
  closed_at timestamptz,
  escalated_at timestamptz,
  escalated_by text check (escalated_by in ('DRIVER', 'CLOCK')),
  -- Months and days are India's, whose clock is never changed, so each is the same instant in every session.
  answer_by timestamptz not null generated always as
    ((created_at at time zone 'Asia/Kolkata' + interval '48 hours') at time zone 'Asia/Kolkata') stored,
  solve_by timestamptz not null generated always as
    ((created_at at time zone 'Asia/Kolkata' + interval '1 month') at time zone 'Asia/Kolkata') stored,
  latest_by timestamptz not null generated always as
    ((created_at at time zone 'Asia/Kolkata' + interval '90 days') at time zone 'Asia/Kolkata') stored,
  -- The clock that runs; null: it is not support's turn.
  due_at timestamptz generated always as (
    (case when state <> 'OPEN' then null
          when answered_at is null then created_at at time zone 'Asia/Kolkata' + interval '48 hours'
          else created_at at time zone 'Asia/Kolkata' + interval '1 month' end) at time zone 'Asia/Kolkata') stored,
  primary key (user_id, id),
  constraint ticket_escalated check ((escalated_at is null) = (escalated_by is null))
);
create unique index ticket_id on ticket (id);
create unique index ticket_key on ticket (user_id, idempotency_key) where idempotency_key is not null;
create index ticket_numbered on ticket (number);
create index ticket_newest on ticket (user_id, updated_at desc);
-- Lists of the console, over all drivers: by the last message, and by what is due first.
create index ticket_by_time on ticket (updated_at, id);
create index ticket_by_state on ticket (state, updated_at, id);
create index ticket_by_assignee on ticket (assignee, state, updated_at, id) where assignee is not null;
create index ticket_by_due on ticket (due_at, id) where due_at is not null;
create index ticket_by_escalation on ticket (updated_at, id) where escalated_at is not null;

create table ticket_message (
  user_id text not null,
  ticket_id text not null,
  id text not null,
  author text not null check (author in ('DRIVER', 'SUPPORT')),
  -- Who of the staff; null: the driver.
  credential text,
  body text not null,
  file_ids text[] not null,
  -- A driver's reply that is sent again because its answer was lost is stored once.
  idempotency_key text,
  created_at timestamptz not null,
  primary key (user_id, ticket_id, id)
);
create unique index ticket_message_key on ticket_message (user_id, idempotency_key) where idempotency_key is not null;
-- Whether a ticket has a photo.
create index ticket_message_files on ticket_message using gin (file_ids);

-- Answers that staff send often. A version is given once, so that a template made again is another one.
create sequence answer_template_version;
create table answer_template (
  key text primary key,
  title text not null,
  category text check (category in ('CHARGING', 'PAYMENT', 'BILL', 'STATION', 'ACCOUNT', 'APP', 'OTHER')),
  en text not null,
  hi text,
  ur text,
  version int not null default nextval('answer_template_version'),
  updated_at timestamptz not null,
  updated_by text not null
);

-- How drivers reach the provider. The app stores the first.
create table support_information (
  position int primary key,
  name text not null,
  email text not null,
  phone text not null,
  whatsapp text,
  -- When somebody answers, as a sentence, and as OCPI writes regular hours. Null: only the sentence is known.
  hours text not null,
  opening jsonb,
  languages text[] not null,
  updated_at timestamptz not null
);
insert into support_information (position, name, email, phone, hours, languages, updated_at)
  values (1, 'Voltmarg support', 'support@voltmarg.example', '+911800000000', 'Every day, 6:00 to 23:00', '{en,hi}',
    '2026-11-20T00:00:00Z');

-- Drivers' images; the bytes are in the blob store under the id.
create table file_record (
  user_id text not null,
  id text not null,
  category text not null check (category in ('CUSTOMER', 'TICKET', 'CHECK_IN')),
  bytes int not null,
  width int not null,
  height int not null,
  created_at timestamptz not null,
  primary key (user_id, id)
);
-- By the id alone: a blob without a row is removed.
create unique index file_record_id on file_record (id);

-- Every upload that a driver tried within the last day, whatever came of it: checking a picture costs more than storing it.
create table file_try (
  user_id text not null,
  id text not null,
  at timestamptz not null,
  primary key (user_id, id)
);

-- Texts of the provider. A change is a new version; the old ones stay. Those that come with the service are loaded at its
-- start.
create table custom_message (
  id text not null unique,
  type text not null check (type in ('FAQ', 'TOU', 'PRIVACY', 'POPUP')),
  key text not null,
  language text not null,
  version int not null check (version > 0),
  title text not null,
  body text not null,
  category text,
  position int not null,
  written_by text not null,
  removed boolean not null,
  updated_at timestamptz not null,
  primary key (type, key, language, version)
);
create trigger custom_message_append_only before update or delete or truncate on custom_message
  for each statement execute function desk_refuse_change();

-- Which texts of the service were loaded into custom_message.
create table built_in_text (digest text primary key, loaded_at timestamptz not null);

-- The latest version of the app, and the oldest that still works.
create table app_version (
  app_name text not null,
  device_type text not null check (device_type in ('web', 'android', 'ios')),
  latest_version text not null,
  minimum_version text not null,
  url text,
  notes text,
  updated_at timestamptz not null,
  primary key (app_name, device_type)
);
insert into app_version (app_name, device_type, latest_version, minimum_version, updated_at)
  select 'voltmarg', device, '1.8.0', '1.8.0', '2026-11-20T00:00:00Z' from unnest(array['web', 'android', 'ios']) device;
