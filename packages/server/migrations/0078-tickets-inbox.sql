-- Who of the staff looks after a ticket; null: nobody yet.
alter table ticket add column assignee text;
-- Lists of the provider's console, over all drivers, by the time of the last message.
create index ticket_by_time on ticket (updated_at, id);
create index ticket_by_state on ticket (state, updated_at, id);
create index ticket_by_assignee on ticket (assignee, state, updated_at, id) where assignee is not null;
drop index ticket_waiting;
-- Who has read a ticket within the last minute.
create index desk_audit_ticket_reads on desk_audit ((parameters ->> 'id'), at)
  where method = 'GET' and route = '/provider/v1/tickets/:id';

-- Answers that staff send often. A version is given once, so that a template made anew is not taken for the old one.
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
