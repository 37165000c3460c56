-- The parties of a removed partner are nobody's.
delete from partner_party p using operator o where o.id = p.operator_id and o.removed_at is not null;
update operator set waiting = null where removed_at is not null;
