-- Customers' money at the end of each day of India's calendar, in paise, and what the bank's statement says of that day.
create table customer_money_day (
  day date primary key,
  -- What the provider owes to drivers: free, held for charging, on its way back, under dispute, and paid without an order.
  wallets bigint not null,
  held bigint not null,
  on_way_back bigint not null,
  disputed bigint not null,
  unassigned bigint not null,
  -- Of wallets and held: given by the provider, which is nobody's money.
  goodwill bigint not null,
  -- What the payment provider has of it and has not paid out yet.
  at_provider bigint not null,
  made_at timestamptz not null,
  -- Null: nobody has entered it yet.
  bank bigint,
  entered_by text,
  entered_at timestamptz
);
