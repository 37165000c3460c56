-- Name and address of the business of a driver who gave a GSTIN: an invoice to one has to name them. Null: not asked yet.
alter table app_user
  add column business_name text,
  add column business_address text,
  add column business_city text,
  add column business_postal_code text;

-- What is kept of a driver says so, in three languages; a text that somebody has written anew stays as it is.
insert into custom_message
select 'msg_privacy_what_we_keep_' || v.language || '_118', now.type, now.key, now.language, now.version + 1, now.title,
  replace(now.body, v.said, v.says), now.category, now.position, 'bootstrap', false, '2026-11-29T00:00:00Z'
from (values
  ('en', 'your e-mail address and GSTIN if you give them,', 'your e-mail address if you give it, your GSTIN with the name and address of its business if you give it,'),
  ('hi', 'आपका ई-मेल और GSTIN अगर आप दें,', 'आपका ई-मेल अगर आप दें, कारोबार के नाम और पते के साथ आपका GSTIN अगर आप दें,'),
  ('ur', 'آپ کا ای میل اور GSTIN اگر آپ دیں،', 'آپ کا ای میل اگر آپ دیں، کاروبار کے نام اور پتے کے ساتھ آپ کا GSTIN اگر آپ دیں،')
) v (language, said, says)
join lateral (
  select * from custom_message m where m.type = 'PRIVACY' and m.key = 'what-we-keep' and m.language = v.language
  order by version desc limit 1) now on strpos(now.body, v.said) > 0
where not exists (
  select from custom_message m
  where m.type = 'PRIVACY' and m.key = 'what-we-keep' and not starts_with(m.id, 'msg_privacy_'));
