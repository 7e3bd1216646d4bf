-- compatible-from: 0403-compressed-store-messages.sql
-- While an account moves its catalog in, the operator raises its limits until an instant. Afterwards the usual ones apply,
-- and no job is needed. An older version does not read these columns: it applies the usual limits all the time.
alter table accounts
  add column move_in_opened_at timestamptz(3),
  add column move_in_until timestamptz(3),
  -- How many times the usual requests per minute.
  add column move_in_factor smallint check (move_in_factor between 2 and 100),
  -- How much the account may store, if that is more than usual.
  add column move_in_stored_bytes bigint check (move_in_stored_bytes between 1 and 9007199254740991),
  add constraint accounts_move_in_whole check (
    num_nulls(move_in_opened_at, move_in_until, move_in_factor) in (0, 3)
    and (move_in_stored_bytes is null or move_in_until is not null)
  ),
  add constraint accounts_move_in_until check (move_in_until > move_in_opened_at);
