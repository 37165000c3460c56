-- By which uid of a token an operator knows a driver: another one at each operator, so that two of them cannot find out that
-- they have the same driver.
create table driver_token (
  operator_id text not null,
  -- in small letters
  uid text not null,
  user_id text not null,
  created_at timestamptz not null,
  primary key (operator_id, uid)
);
create unique index driver_token_driver on driver_token (user_id, operator_id);
