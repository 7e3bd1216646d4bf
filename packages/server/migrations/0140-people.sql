-- People: who they are, how they sign in, what they may do in which account. People and their sessions belong to no
-- account; memberships, invitations and the audit of an account carry it as every tenant table does.
-- Of every secret only the SHA-256 is kept (passwords: argon2id).

create domain user_ref as text check (value ~ '^usr_[0-9A-HJKMNP-TV-Z]{26}$');
create domain account_role as text check (value in ('owner', 'manager', 'viewer'));

create table users (
  id            user_ref primary key,
  name          text not null check (length(name) between 1 and 200),
  email         text not null check (length(email) between 3 and 254),
  -- PHC string of argon2id; null for whoever signs in by passkey alone.
  password_phc  text,
  is_operator   boolean not null default false,
  created_at    timestamptz(3) not null,
  disabled_at   timestamptz(3)
);
create unique index users_email on users (lower(email));

create table memberships (
  account_id  account_ref not null references accounts,
  user_id     user_ref not null references users,
  role        account_role not null,
  created_at  timestamptz(3) not null,
  primary key (account_id, user_id)
);
create index memberships_of_user on memberships (user_id);

create table sessions (
  sha256        bytea primary key check (length(sha256) = 32),
  id            text not null unique check (id ~ '^ses_[0-9A-HJKMNP-TV-Z]{26}$'),
  user_id       user_ref not null references users,
  way           text not null check (way in ('setup', 'password', 'passkey', 'link', 'invitation')),
  created_at    timestamptz(3) not null,
  seen_at       timestamptz(3) not null,
  confirmed_at  timestamptz(3) not null,
  expires_at    timestamptz(3) not null,
  device        text check (length(device) <= 300),
  network       text not null
);
create index sessions_of_user on sessions (user_id);

-- Links that the hub or its operator hands out: to set the hub up, to sign in without anything else.
create table user_links (
  sha256         bytea primary key check (length(sha256) = 32),
  kind           text not null check (kind in ('setup', 'sign_in')),
  user_id        user_ref references users,
  -- The account that the person of the setup link will own (the demo's).
  owned_account  account_ref references accounts,
  created_at     timestamptz(3) not null,
  expires_at     timestamptz(3) not null,
  used_at        timestamptz(3),
  check ((kind = 'sign_in') = (user_id is not null))
);

create table invitations (
  account_id  account_ref not null references accounts,
  id          text not null check (id ~ '^inv_[0-9A-HJKMNP-TV-Z]{26}$'),
  sha256      bytea not null unique check (length(sha256) = 32),
  email       text not null check (length(email) between 3 and 254),
  role        account_role not null,
  created_at  timestamptz(3) not null,
  expires_at  timestamptz(3) not null,
  used_at     timestamptz(3),
  used_by     user_ref references users,
  primary key (account_id, id)
);

-- Who changed what about people and access: of one account, and of the hub as a whole.
create table account_audit_events (
  account_id  account_ref not null references accounts,
  id          text not null check (id ~ '^aud_[0-9A-HJKMNP-TV-Z]{26}$'),
  at          timestamptz(3) not null,
  type        text not null,
  actor       jsonb not null,
  data        jsonb not null,
  primary key (account_id, id)
);

create table hub_audit_events (
  id       text primary key check (id ~ '^aud_[0-9A-HJKMNP-TV-Z]{26}$'),
  at       timestamptz(3) not null,
  type     text not null,
  actor    jsonb not null,
  data     jsonb not null
);

do $$
declare name text;
begin
  foreach name in array array['memberships', 'invitations', 'account_audit_events'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy tenant on %I using (visible_to_tenant(account_id))', name);
  end loop;
end $$;
