-- Where the database is spread over several machines (decision 0013), an outbox row lies on the shard of its driver, so
-- that it commits with the driver's rows on one machine. Its shard is named by a key that lies there: a claim reads one
-- shard and must name it. Rows of nobody have the empty key, and so have all rows while one PostgreSQL has everything.
alter table outbox add column shard text not null default '';

-- The shards of drivers, each with its key. Empty: one PostgreSQL has everything.
create table outbox_shard (
  shard bigint primary key,
  key text not null unique
);
