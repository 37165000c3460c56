-- A session's version is the database's clock in µs, above all others of its driver (decision 0013). The release before
-- this one still draws them from the sequence while both run: from now on that is a day ahead of the clock and goes up in
-- steps of a second, so that whichever release writes, a driver's next version is above the last.
alter sequence session_version increment by 1000000;
select setval('session_version', ((extract(epoch from clock_timestamp()) + 86400) * 1000000)::bigint);
