-- One column by which a partner's session is found, and by which the table can be spread over several machines (decision
-- 0049). OCPI's ids differ in more than the case of their letters.
alter table partner_session add column key text;

-- The release before writes rows without a key.
create function fill_partner_session_key() returns trigger language plpgsql as $$
begin
  new.key := lower(new.country_code) || '/' || lower(new.party_id) || '/' || lower(new.ocpi_id);
  return new;
end $$;
create trigger key_filled before insert on partner_session
  for each row when (new.key is null) execute function fill_partner_session_key();

update partner_session set key = lower(country_code) || '/' || lower(party_id) || '/' || lower(ocpi_id);

-- partner_session_natural goes with the trigger, when no release before this one runs any more.
create unique index partner_session_key on partner_session (key);
