-- When a partner last told something of sessions that nobody could take: its silence about a start that was asked for
-- before then says nothing.
alter table operator add column sessions_unread_at timestamptz;

-- A charge record that nobody could read waits among those set aside, as the text it came as. Null: it was read.
-- The key is country, party and id of it as far as all three could be read; the size is in bytes.
alter table quarantined_cdr
  add column raw text,
  add column raw_size int,
  add column raw_key text;
create index quarantined_cdr_unread on quarantined_cdr (operator_id) include (raw_size, raw_key)
  where raw is not null and decision is null;

-- Starts that ended without anybody knowing whether they charged.
create index session_unclear on session (requested_at)
  where step = 'EXPIRED' and failure ->> 'not_charged' = 'false';
