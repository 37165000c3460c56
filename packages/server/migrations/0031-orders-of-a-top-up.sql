-- Every order that was made for a top-up. The provider may make a new one each time it is asked under one receipt, and
-- whichever is paid, the money is the driver's. top_up.order_id stays the one that is shown.
create table payment_order (
  order_id text primary key,
  user_id text not null,
  top_up_id text not null
);
create index payment_order_of_top_up on payment_order (user_id, top_up_id);
insert into payment_order (order_id, user_id, top_up_id)
  select order_id, user_id, id from top_up where order_id is not null;

-- The release of before names an order in top_up only, and names another one over it.
create function top_up_keep_order() returns trigger language plpgsql as $$
begin
  insert into payment_order (order_id, user_id, top_up_id) values (new.order_id, new.user_id, new.id)
    on conflict do nothing;
  return null;
end $$;
create trigger payment_order_kept after insert or update of order_id on top_up
  for each row when (new.order_id is not null) execute function top_up_keep_order();

-- When the provider was last asked about it because somebody looked.
alter table top_up add column asked_at timestamptz;
