-- Outlets that the operator has added. Those of properties and the sandbox follow from the settings and are not here.
create table outlets (
  id          text primary key check (id ~ '^[a-z0-9][a-z0-9_-]{0,63}$'),
  kind        text not null check (kind ~ '^[a-z0-9_-]{1,20}$'),
  name        text not null check (length(name) between 1 and 200),
  settings    jsonb not null,
  -- Nothing is sent while it is set.
  paused_at   timestamptz(3),
  -- Milliseconds since 1970 of the newest batch: each batch has a later one than all before it.
  last_batch  bigint not null default 0,
  created_at  timestamptz(3) not null default now()
);

-- How often a delivery began from the start: each time is one message, however many attempts it takes.
alter table deliveries add column round int not null default 0;

-- Every message a store was sent, as it was sent.
create table store_messages (
  account_id   account_ref not null references accounts,
  id           text not null unique check (id ~ '^msg_[0-9A-HJKMNP-TV-Z]{26}$'),
  delivery_id  text not null,
  round        int not null,
  release_id   text not null,
  outlet_id    text not null,
  revision     int not null,
  purpose      text not null check (purpose in ('offer', 'takedown')),
  batch        bigint not null,
  xml          text not null,
  sha256       bytea not null check (length(sha256) = 32),
  -- Of the files the message names, in order; what was sent already is not sent again.
  files        text not null,
  provides     boolean not null,
  created_at   timestamptz(3) not null default now(),
  sent_at      timestamptz(3),
  -- What the store said last.
  answer       jsonb,
  primary key (account_id, id),
  unique (account_id, delivery_id, round),
  foreign key (account_id, delivery_id) references deliveries (account_id, id)
);
alter table store_messages enable row level security;
alter table store_messages force row level security;
create policy tenant on store_messages using (visible_to_tenant(account_id));
