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
