-- The operator told less energy of a session than before: the highest value counts.
alter table session add column meter_fell boolean not null default false;
