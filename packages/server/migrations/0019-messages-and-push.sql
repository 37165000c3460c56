-- Work of one kind must not stand in the way of another: a slow push service never keeps a charge waiting.
alter table outbox add column queue text not null default 'main';
drop index outbox_due;
create index outbox_due on outbox (queue, due_at) where done_at is null;

-- When a notification was handed on to the driver's devices, and to their mailbox.
alter table notification
  add column pushed_at timestamptz,
  add column mailed_at timestamptz;

-- held_until: until when a push service wants to hear nothing for this device.
alter table device_token
  add column held_until timestamptz,
  -- The sign-in it was registered under: when that has ended, so have its pushes. Null: from before this was kept.
  add column sid text;

-- SMS and mail. The content is sealed, and gone as soon as nobody has to send it any more.
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
-- What each carrier made of a message. BEGUN that stays: nobody knows whether it left.
create table message_attempt (
  message_id text not null references message (id) on delete cascade,
  carrier text not null,
  tries int not null,
  begun_at timestamptz not null,
  ended_at timestamptz,
  state text not null check (state in ('BEGUN', 'SENT', 'DELIVERED', 'FAILED', 'REFUSED', 'UNCLEAR')),
  -- The carrier's own id of the message.
  reference text,
  reason text,
  primary key (message_id, carrier)
);
create index message_attempt_reference on message_attempt (carrier, reference) where reference is not null;
create index message_attempt_begun on message_attempt (begun_at);

-- Messages of a day on India's calendar: of a channel, and of one recipient.
create table message_count (
  day date not null,
  channel text not null,
  -- Empty: of all together.
  recipient text not null,
  sent int not null default 0,
  refused int not null default 0,
  primary key (day, channel, recipient)
);
