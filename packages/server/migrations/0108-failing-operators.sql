-- What of our calls an operator fails, over all replicas: by the traffic concerned (ANY: it does not answer at all), since when,
-- and whether it fails or rejects our token.
alter table operator add column failing jsonb not null default '{}';
