-- Programs of others that the operator registered, for those that publish no document of themselves. All of them are
-- public: they prove nothing but that whoever exchanges a code also asked for it.
create table oauth_clients (
  id             text primary key check (id ~ '^oac_[0-9A-HJKMNP-TV-Z]{26}$'),
  name           text not null check (length(name) between 1 and 200),
  redirect_uris  text[] not null check (cardinality(redirect_uris) between 1 and 10),
  created_at     timestamptz(3) not null
);
