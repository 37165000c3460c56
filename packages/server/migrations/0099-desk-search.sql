-- The last digits of a number are those of many drivers: the index alone answers, as each of them is on a page of its own.
create index app_user_digits on app_user (reverse(mobile) text_pattern_ops) include (mobile, id, created_at)
  where erased_at is null;
-- A usual name has thousands: the first ones in the order of the index are shown.
create index app_user_named on app_user (lower(name) text_pattern_ops, created_at desc)
  where name is not null and erased_at is null;
create index location_named on location (lower(name) text_pattern_ops, id);
drop index app_user_mobile_end;
drop index app_user_name;
drop index location_name;
