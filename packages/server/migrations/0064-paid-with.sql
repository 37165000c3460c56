-- The UPI app of a payment, by the handle of the payer's address, which is not kept. Null: not known, or no UPI.
alter table wallet_payment add column upi_app text;
