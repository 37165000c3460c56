-- Whose place a command is for: behind a hub two parties may have a location of the same id.
alter table operator_command add column country_code text, add column party_id text;

-- What a partner says of itself and the provider's desk has not decided: parties it may not speak for yet, and a name.
alter table operator add column waiting jsonb;
