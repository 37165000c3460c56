-- Of a party behind a hub: its hub says that it cannot be reached (OFFLINE, SUSPENDED or PLANNED). Nothing is known of its
-- EVSEs then, and no start is sent to it.
alter table partner_party
  add column is_unreachable boolean not null generated always as (coalesce(status <> 'CONNECTED', false)) stored;
