-- Invoices and credit notes to buyers with a GSTIN, and what the invoice registration portal said of each. The document
-- itself is the invoice, which never changes.
create table gst_document (
  user_id text not null,
  -- Of the invoice or credit note.
  number text not null,
  cdr_id text not null,
  kind text not null,
  gst_in text not null,
  issued_at timestamptz not null,
  -- It was issued without the buyer's address.
  lacks_address boolean not null,
  -- The bill that a credit note takes back.
  original_cdr_id text,
  -- NOT_DUE: registration was off. WITHDRAWN: an invoice that the portal never took, and its credit note.
  state text not null default 'PENDING' check (state in ('NOT_DUE', 'PENDING', 'REGISTERED', 'REFUSED', 'WITHDRAWN')),
  -- Sent again after a correction: with the addresses as they are then.
  corrected boolean not null default false,
  -- Why it is not registered yet, as the portal or the service says.
  reason text,
  tried_at timestamptz,
  irn text,
  ack_number text,
  -- As the portal writes it, in Indian time.
  ack_at text,
  signed_qr text,
  primary key (user_id, number),
  check ((state = 'REGISTERED') = (irn is not null and signed_qr is not null))
);
create index gst_document_bill on gst_document (user_id, cdr_id);
create index gst_document_newest on gst_document (issued_at desc, number desc);
create index gst_document_open on gst_document (issued_at) where state in ('PENDING', 'REFUSED');

-- Who sees what of a driver, in three languages; a text that somebody has written anew stays as it is.
insert into custom_message
select 'msg_privacy_who_sees_it_' || v.language || '_119', now.type, now.key, now.language, now.version + 1, now.title,
  replace(now.body, v.said, v.says), now.category, now.position, 'bootstrap', false, '2026-11-29T00:00:00Z'
from (values
  ('en', 'Nobody else gets anything, and nothing is sold.', 'The tax portal may get the invoices to your GSTIN, if you give one. Nobody else gets anything, and nothing is sold.'),
  ('hi', 'और किसी को कुछ नहीं मिलता, और कुछ बेचा नहीं जाता।', 'अगर आप GSTIN दें, तो उस पर बने इनवॉइस टैक्स पोर्टल को मिल सकते हैं। और किसी को कुछ नहीं मिलता, और कुछ बेचा नहीं जाता।'),
  ('ur', 'اور کسی کو کچھ نہیں ملتا، اور کچھ بیچا نہیں جاتا۔', 'اگر آپ GSTIN دیں تو اس پر بنے انوائس ٹیکس پورٹل کو مل سکتے ہیں۔ اور کسی کو کچھ نہیں ملتا، اور کچھ بیچا نہیں جاتا۔')
) v (language, said, says)
join lateral (
  select * from custom_message m where m.type = 'PRIVACY' and m.key = 'who-sees-it' and m.language = v.language
  order by version desc limit 1) now on strpos(now.body, v.said) > 0
where not exists (
  select from custom_message m
  where m.type = 'PRIVACY' and m.key = 'who-sees-it' and not starts_with(m.id, 'msg_privacy_'));
