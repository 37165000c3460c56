-- Which languages a text can be written in follows from the languages of the service, not from these tables.
alter table custom_message drop constraint custom_message_language_check;
alter table driver_language drop constraint driver_language_language_check;
-- The sets of texts in packages/server/content that were loaded, each once: an earlier release that starts again beside
-- this one does not bring its texts back.
create table built_in_text (
  digest text primary key,
  loaded_at timestamptz not null
);
