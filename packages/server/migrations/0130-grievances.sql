-- What the Consumer Protection (E-Commerce) Rules 2020, rule 4, have a seller show to everybody besides its name and
-- address. Null: not given yet. Customer care is `support_information`.
alter table seller
  add column website text,
  -- Addresses of branches, one a line.
  add column branches text,
  add column officer_name text,
  add column officer_designation text,
  add column officer_phone text,
  add column officer_email text;

-- Clocks of a ticket, from its first message: an answer within 48 hours and a solution within one month (the same rules),
-- and 90 days at most (DPDP Act 2023). They run while it is support's turn.
alter table ticket
  -- Support's first answer.
  add column answered_at timestamptz,
  add column escalated_at timestamptz,
  add column escalated_by text check (escalated_by in ('DRIVER', 'CLOCK')),
  add constraint ticket_escalated check ((escalated_at is null) = (escalated_by is null)) not valid;
update ticket t set answered_at = (
  select min(m.created_at) from ticket_message m
  where m.user_id = t.user_id and m.ticket_id = t.id and m.author = 'SUPPORT');
-- Months and days are India's, whose clock is never changed; so each is the same instant in every session.
alter table ticket
  add column answer_by timestamptz not null generated always as
    ((created_at at time zone 'Asia/Kolkata' + interval '48 hours') at time zone 'Asia/Kolkata') stored,
  add column solve_by timestamptz not null generated always as
    ((created_at at time zone 'Asia/Kolkata' + interval '1 month') at time zone 'Asia/Kolkata') stored,
  add column latest_by timestamptz not null generated always as
    ((created_at at time zone 'Asia/Kolkata' + interval '90 days') at time zone 'Asia/Kolkata') stored,
  -- The clock that runs; null: it is not support's turn.
  add column due_at timestamptz generated always as (
    (case when state <> 'OPEN' then null
          when answered_at is null then created_at at time zone 'Asia/Kolkata' + interval '48 hours'
          else created_at at time zone 'Asia/Kolkata' + interval '1 month' end) at time zone 'Asia/Kolkata') stored;
-- Lists of the console by what is due first, and the clocks that have passed.
create index ticket_by_due on ticket (due_at, id) where due_at is not null;
create index ticket_by_escalation on ticket (updated_at, id) where escalated_at is not null;
