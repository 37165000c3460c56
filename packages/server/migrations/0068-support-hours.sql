-- When somebody answers, by weekday, as OCPI writes regular hours; `hours` is the sentence about it. Null: only the sentence is known.
alter table support_information add column opening jsonb;
