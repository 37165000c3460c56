-- The last digits of a number are those of many drivers: the index alone answers, as each of them is on a page of its own.
create index app_user_digits on app_user (reverse(mobile) text_pattern_ops) include (mobile, id, created_at)
  where erased_at is null;
-- A usual name has thousands: the first ones in the order of the index are shown.
create index app_user_named on app_user (lower(name) collate "C", created_at desc)
  where name is not null and erased_at is null;
-- app_user_mobile_end, app_user_name and location_name go when the release before does not run any more. Not here: a drop
-- waits for who reads the table, and who then writes to it waits for the indexes above.
