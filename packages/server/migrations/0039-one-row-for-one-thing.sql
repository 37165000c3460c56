-- One unfinished outbox row for one thing, such as the watch of a charge: asked for again while it runs, it runs once more.
alter table outbox
  -- When it was asked for while it ran: then it is due again afterwards.
  add column again_at timestamptz,
  -- How often it had been tried when it was last asked for anew.
  add column attempts_before int not null default 0;
