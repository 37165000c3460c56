-- Who changed the same thing since it was read: asked before each change of the back office.
create index desk_audit_edits on desk_audit (route, at) where method <> 'GET';
