-- Statements that run for every driver, partner or stream, whatever the age of the database.

-- OCPI's GET tokens, by the last change.
create index app_user_changed on app_user (greatest(created_at, deactivated_at), id);
create index app_user_company on app_user (company_id) where company_id is not null;
-- What streams that resume have missed.
create index session_changed on session (user_id, version);
-- What a full pull did not name.
create index location_operator on location (operator_id) where closed_at is null;
-- The CDRs set aside that may belong to one session, as they name it.
create index quarantined_cdr_reference on quarantined_cdr (lower(body ->> 'authorization_reference')) where decision is null;
create index quarantined_cdr_session on quarantined_cdr (lower(body ->> 'session_id')) where decision is null;
create index quarantined_cdr_token on quarantined_cdr (lower(body -> 'cdr_token' ->> 'uid')) where decision is null;
