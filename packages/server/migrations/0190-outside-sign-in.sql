-- Sign-in by an outside OpenID provider: which of its identities is whose, and the requests to it that were begun and
-- not answered yet. An identity is what the provider calls a person (issuer and subject), never a mail address.

create table outside_identities (
  id            text primary key check (id ~ '^idn_[0-9A-HJKMNP-TV-Z]{26}$'),
  user_id       user_ref not null references users,
  issuer        text not null check (length(issuer) between 1 and 2048),
  subject       text not null check (length(subject) between 1 and 255),
  -- What the person is called there, for the person's own eyes.
  label         text check (length(label) between 1 and 254),
  created_at    timestamptz(3) not null,
  last_used_at  timestamptz(3),
  constraint outside_identities_taken unique (issuer, subject),
  constraint outside_identities_one_of_user unique (user_id, issuer)
);

-- The browser that began has the token; state, nonce and verifier are made of it, so that nothing here is worth anything.
create table outside_requests (
  sha256        bytea primary key check (length(sha256) = 32),
  errand        text not null check (errand in ('sign_in', 'enrol', 'confirm', 'connect')),
  user_id       user_ref references users,
  -- Of the setup link or invitation that is used with the answer.
  link_sha256   bytea check (length(link_sha256) = 32),
  name          text check (length(name) between 1 and 200),
  account_name  text check (length(account_name) between 1 and 200),
  begun_at      timestamptz(3) not null,
  expires_at    timestamptz(3) not null,
  check ((errand in ('confirm', 'connect')) = (user_id is not null)),
  check ((errand = 'enrol') = (link_sha256 is not null)),
  check ((errand = 'enrol') = (name is not null)),
  check (account_name is null or errand = 'enrol')
);
create index outside_requests_age on outside_requests (expires_at);

alter table sessions drop constraint sessions_way_check;
alter table sessions
  add check (way in ('setup', 'password', 'passkey', 'link', 'invitation', 'outside'));
