-- compatible-from: 0408-move-ins.sql
-- Mail that waits to be sent: written in the transaction of what it reports, sent by a job. An older version neither writes
-- nor sends any.
create table mail_outbox (
  id               text primary key check (id ~ '^eml_[0-9A-HJKMNP-TV-Z]{26}$'),
  kind             text not null,
  -- The account that caused it, for the limit per day and the erasure; null for mail about a person.
  for_account      account_ref references accounts,
  -- Recipient and text, sealed with the secret of the hub: they can hold a link that signs in. Null once the mail was sent or
  -- given up.
  sealed           bytea,
  attempts         smallint not null default 0 check (attempts >= 0),
  -- The code of the last failure. Never the answer of a server, which can repeat what it was sent.
  failure          text check (length(failure) <= 100),
  created_at       timestamptz(3) not null,
  -- It is given up after this instant.
  expires_at       timestamptz(3) not null check (expires_at > created_at),
  next_attempt_at  timestamptz(3),
  ended_at         timestamptz(3),
  constraint mail_outbox_ended check (num_nulls(sealed, next_attempt_at) in (0, 2) and (sealed is null) = (ended_at is not null))
);
create index mail_outbox_of_account on mail_outbox (for_account, created_at);
create index mail_outbox_waiting on mail_outbox (created_at) where sealed is not null;
