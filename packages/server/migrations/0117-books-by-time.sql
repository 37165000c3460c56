-- A month's books are read by time. Rows come in the order of time, so that a range index stays tiny.
create index ledger_transfer_at on ledger_transfer using brin (at);
create index invoice_issued on invoice using brin (issued_at);

-- Payments are few among what is booked for an operator.
create index ledger_transfer_payment on ledger_transfer (scope, at) where kind = 'PAYMENT';
