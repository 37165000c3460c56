-- What a driver says on the phone instead of a ticket's id.
create sequence ticket_number start 10001;
alter table ticket add column number bigint not null default nextval('ticket_number');
create index ticket_numbered on ticket (number);
