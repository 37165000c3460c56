-- What of a driver's money is set aside is read with each look at the wallet.
create index payment_dispute_open on payment_dispute (user_id) where loss is null;
