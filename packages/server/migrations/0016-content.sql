-- Texts of the provider's own. A change is a new version; what was said before stays.
create table custom_message (
  id text not null unique,
  type text not null check (type in ('FAQ', 'TOU', 'PRIVACY', 'POPUP')),
  key text not null,
  language text not null check (language in ('en', 'hi', 'ur')),
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

-- Which version of the app is the latest, and which the oldest that still works.
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
insert into app_version values
  ('voltmarg', 'web', '1.8.0', '1.8.0', null, null, '2026-11-20T00:00:00Z'),
  ('voltmarg', 'android', '1.8.0', '1.8.0', null, null, '2026-11-20T00:00:00Z'),
  ('voltmarg', 'ios', '1.8.0', '1.8.0', null, null, '2026-11-20T00:00:00Z');
