-- Name and address of the business of a driver who gave a GSTIN: an invoice to one has to name them. Null: not asked yet.
alter table app_user
  add column business_name text,
  add column business_address text,
  add column business_city text,
  add column business_postal_code text;
