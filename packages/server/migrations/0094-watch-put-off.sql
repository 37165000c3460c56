-- Until when the watch of a session was last put off, so that not each update writes it again.
alter table session add column watch_due_at timestamptz;
