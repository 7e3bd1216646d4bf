-- compatible-from: 0302-reports-of-accounts.sql
-- What belongs to this database, noted by the first start and compared by every later one: the secret, by an id that tells
-- nothing about it, and the public URL. `storage_identity` does the same for the storage of uploads. Null until it is known:
-- in a database of an earlier version, and after a restore with a new secret.
create table hub_identity (
  is_only     boolean primary key default true check (is_only),
  secret_id   text check (secret_id ~ '^[0-9a-f]{8}$'),
  public_url  text check (length(public_url) between 1 and 2000)
);
