-- Who of the replicas does a work that only one may do at a time, and until when it is believed to be alive.
create table lease (
  name text primary key,
  holder text not null,
  until timestamptz not null
);
