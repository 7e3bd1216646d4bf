-- An account that the operator has suspended: whatever it asks is refused, and nothing of it is deleted or taken down.
alter table accounts add suspended_at timestamptz(3);
