-- What a notification tells of, put into words when it is read. Null: from before, in English alone.
alter table notification add column said jsonb;

-- Which language a driver reads what we send them in. No row: English, until their app has said so.
create table driver_language (
  user_id text primary key,
  language text not null check (language in ('en', 'hi', 'ur'))
);
