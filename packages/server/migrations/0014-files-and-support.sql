-- What is known of a driver's images; the bytes lie in the blob store under the id.
create table file_record (
  user_id text not null,
  id text not null,
  category text not null check (category in ('CUSTOMER', 'TICKET')),
  bytes int not null,
  width int not null,
  height int not null,
  created_at timestamptz not null,
  primary key (user_id, id)
);
-- Looks for an id alone: a blob without a record is swept.
create unique index file_record_id on file_record (id);

-- How drivers reach the provider. The first is what the app keeps.
create table support_information (
  position int primary key,
  name text not null,
  email text not null,
  phone text not null,
  whatsapp text,
  hours text not null,
  languages text[] not null,
  updated_at timestamptz not null
);
insert into support_information values
  (1, 'Voltmarg support', 'support@voltmarg.example', '+911800000000', null,
   'Every day, 6:00 to 23:00', '{en,hi}', '2026-11-20T00:00:00Z');

create table ticket (
  user_id text not null,
  id text not null,
  category text not null check (category in ('CHARGING', 'PAYMENT', 'BILL', 'STATION', 'ACCOUNT', 'APP', 'OTHER')),
  state text not null check (state in ('OPEN', 'ANSWERED', 'CLOSED')),
  session_id text,
  idempotency_key text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  closed_at timestamptz,
  primary key (user_id, id)
);
create unique index ticket_id on ticket (id);
create unique index ticket_key on ticket (user_id, idempotency_key) where idempotency_key is not null;
create index ticket_newest on ticket (user_id, updated_at desc);
create index ticket_waiting on ticket (updated_at) where state = 'OPEN';

create table ticket_message (
  user_id text not null,
  ticket_id text not null,
  id text not null,
  author text not null check (author in ('DRIVER', 'SUPPORT')),
  -- The desk's credential; null: the driver.
  credential text,
  body text not null,
  file_ids text[] not null,
  created_at timestamptz not null,
  primary key (user_id, ticket_id, id)
);
-- Whether a photo stands in a ticket.
create index ticket_message_files on ticket_message using gin (file_ids);
