-- What drivers were notified of. `key` names the event: one notification for each.
create table notification (
  user_id text not null,
  id text not null,
  kind text not null,
  key text not null,
  title text not null,
  body text not null,
  -- Its facts, put into words when it is read. Null: it has title and body alone, in English.
  said jsonb,
  subject_type text not null check (subject_type in ('SESSION', 'BILL', 'TICKET', 'LOCATION', 'WALLET', 'TRIP')),
  subject_id text,
  created_at timestamptz not null,
  -- From when on a channel may send it; null: the driver does not want it there.
  push_due_at timestamptz,
  mail_due_at timestamptz,
  -- When it was sent to the driver's devices, and to the mailbox.
  pushed_at timestamptz,
  mailed_at timestamptz,
  read_at timestamptz,
  primary key (user_id, id)
);
create unique index notification_key on notification (user_id, key);
create index notification_newest on notification (user_id, created_at desc, id desc);
create index notification_unread on notification (user_id) where read_at is null;
create index notification_age on notification (created_at);

-- Where a driver's wish differs from the default.
create table notification_preference (
  user_id text not null,
  kind text not null,
  channel text not null check (channel in ('PUSH', 'MAIL')),
  wanted boolean not null,
  primary key (user_id, kind, channel)
);

-- Minutes of the day on India's clock.
create table quiet_hours (
  user_id text primary key,
  from_minute int not null check (from_minute between 0 and 1439),
  until_minute int not null check (until_minute between 0 and 1439)
);

-- Which language a driver reads what we send them in. No row: English, until their app has said so.
create table driver_language (user_id text primary key, language text not null);

-- Where pushes reach a driver. A token belongs to whoever registered it last.
create table device_token (
  token_hash bytea primary key,
  user_id text not null,
  -- The sign-in it was registered under: when that ends, so do its pushes. Null: registered before this was stored.
  sid text,
  token text not null,
  transport text not null check (transport in ('NATIVE', 'OTHER')),
  registered_at timestamptz not null,
  -- Until when the push service refuses pushes to it.
  held_until timestamptz
);
create index device_token_user on device_token (user_id);

-- SMS and mail. The content is sealed, and removed as soon as nobody has to send it any more.
create table message (
  id text primary key,
  channel text not null check (channel in ('sms', 'mail')),
  kind text not null,
  recipient text not null,
  content text,
  state text not null check (state in ('QUEUED', 'SENT', 'DELIVERED', 'FAILED', 'UNCLEAR', 'EXPIRED')),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index message_age on message (created_at);

-- Tries of a message at each carrier. BEGUN that stays: nobody knows whether it was sent.
create table message_attempt (
  message_id text not null references message (id) on delete cascade,
  carrier text not null,
  tries int not null,
  begun_at timestamptz not null,
  ended_at timestamptz,
  state text not null check (state in ('BEGUN', 'SENT', 'DELIVERED', 'FAILED', 'REFUSED', 'UNCLEAR')),
  -- The carrier's id of the message.
  reference text,
  reason text,
  primary key (message_id, carrier)
);
create index message_attempt_reference on message_attempt (carrier, reference) where reference is not null;
create index message_attempt_begun on message_attempt (begun_at);

-- Messages of a day on India's calendar, by channel and recipient.
create table message_count (
  day date not null,
  channel text not null,
  -- Empty: all together.
  recipient text not null,
  sent int not null default 0,
  refused int not null default 0,
  primary key (day, channel, recipient)
);

-- Sent messages outside PROD, where this table is the carrier.
create table sent_message (
  id text primary key,
  channel text not null check (channel in ('sms', 'mail', 'push')),
  recipient text not null,
  body text not null,
  code text,
  at timestamptz not null
);
create index sent_message_recipient on sent_message (recipient, at desc);
