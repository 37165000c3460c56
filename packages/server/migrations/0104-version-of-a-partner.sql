-- The version of OCPI that a partner speaks with us. Until now all spoke 2.2.1.
alter table operator add column ocpi_version text not null default '2.2.1';
