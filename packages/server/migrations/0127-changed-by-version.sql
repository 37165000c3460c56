-- Replicas ask by the transaction that wrote a row (0126). The release before reads these tables whole once a minute instead,
-- while it runs.
drop index location_changed;
drop index evse_changed;
