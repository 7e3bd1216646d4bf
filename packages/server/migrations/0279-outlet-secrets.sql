alter table outlets
  -- What the hub signs in with at the store, sealed; null where nothing is asked for.
  add column secret bytea,
  -- Why the hub paused it by itself; null where the operator did.
  add column paused_reason text check (length(paused_reason) between 1 and 500);
