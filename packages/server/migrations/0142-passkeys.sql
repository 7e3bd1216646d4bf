-- Passkeys (WebAuthn) of people, and the questions that were asked and not answered yet. Of a question only the SHA-256
-- is kept; it is answered once.

create table passkeys (
  id             text primary key check (id ~ '^pky_[0-9A-HJKMNP-TV-Z]{26}$'),
  user_id        user_ref not null references users,
  credential_id  text not null unique check (length(credential_id) between 1 and 2000),
  public_key     bytea not null,
  counter        bigint not null check (counter >= 0),
  transports     text[] not null,
  is_backed_up   boolean not null,
  label          text not null check (length(label) between 1 and 200),
  created_at     timestamptz(3) not null,
  last_used_at   timestamptz(3)
);
create index passkeys_of_user on passkeys (user_id);

create table challenges (
  sha256      bytea primary key check (length(sha256) = 32),
  kind        text not null check (kind in ('add', 'sign_in', 'confirm')),
  -- Null while it is not known who answers.
  user_id     user_ref references users,
  expires_at  timestamptz(3) not null,
  check ((kind = 'sign_in') = (user_id is null))
);
create index challenges_age on challenges (expires_at);
