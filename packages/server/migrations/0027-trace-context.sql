-- The trace (W3C traceparent) in which work was asked for, so that what comes after commit, and what an operator
-- answers later, is seen as part of it. Null: nothing was traced.
alter table outbox add column trace text;
alter table operator_command add column trace text;
