-- The check of the ledger finds the transfers of a bill or its credit, in whichever scope they are.
create index ledger_transfer_cdr on ledger_transfer (cdr_id) where kind in ('CHARGE', 'REFUND');
