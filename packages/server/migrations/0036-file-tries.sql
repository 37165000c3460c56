-- Every upload a driver tried within the last day, whatever became of it: to look at a picture costs more than to keep it.
create table file_try (
  user_id text not null,
  id text not null,
  at timestamptz not null,
  primary key (user_id, id)
);
