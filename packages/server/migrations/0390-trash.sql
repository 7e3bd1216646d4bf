-- compatible-from: 0387-search-texts.sql
-- Deleted drafts that can be restored. In `releases` a draft in the trash is a deleted release like any other: its row has
-- nothing of the draft, so statements that leave out deleted releases leave it out, and its codes are free. An older version
-- erases a draft when it is deleted, and ignores what is in the trash.

-- So that only a deleted release can be in the trash.
alter table releases add constraint releases_deletion unique (account_id, id, deleted_at);

create table trashed_releases (
  account_id      account_ref not null references accounts,
  release_id      text not null,
  type            text not null,
  title           text not null,
  display_artist  text,
  upc             text,
  external_id     text,
  track_count     int not null,
  -- The draft as it was, and its tracks in play order.
  document        jsonb not null,
  tracks          jsonb not null check (jsonb_typeof(tracks) = 'array'),
  -- In the quota of the account, like those of a release.
  document_bytes  bigint not null default 0,
  deleted_by      jsonb not null,
  deleted_at      timestamptz(3) not null,
  expires_at      timestamptz(3) not null check (expires_at > deleted_at),
  primary key (account_id, release_id),
  -- An older version that erases an account does not know this table.
  foreign key (account_id, release_id, deleted_at) references releases (account_id, id, deleted_at) on delete cascade
);
create index trashed_releases_newest on trashed_releases (account_id, deleted_at, release_id);
create index trashed_releases_expired on trashed_releases (expires_at, release_id);

-- The uploads of a draft in the trash are kept as long as the draft.
create table trashed_uploads (
  account_id  account_ref not null,
  release_id  text not null,
  upload_id   text not null,
  primary key (account_id, upload_id, release_id),
  foreign key (account_id, release_id) references trashed_releases (account_id, release_id) on delete cascade,
  foreign key (account_id, upload_id) references uploads (account_id, id)
);
create index trashed_uploads_release on trashed_uploads (account_id, release_id);

create or replace view upload_references with (security_invoker = true) as
  select account_id, upload_id, release_id from tracks
  union all
  select account_id, cover_upload_id, id from releases where cover_upload_id is not null
  union all
  select account_id, cover_upload_id, release_id from release_revisions where cover_upload_id is not null
  union all
  select t.account_id, t.upload_id, d.release_id
  from delivery_tracks t join deliveries d on d.account_id = t.account_id and d.id = t.delivery_id
  where t.upload_id is not null
  union all
  select account_id, upload_id, release_id from trashed_uploads;

create constraint trigger usage_insert after insert on trashed_releases deferrable initially deferred
  for each row execute function count_revision();
create constraint trigger usage_delete after delete on trashed_releases deferrable initially deferred
  for each row execute function count_revision();

do $$
declare name text;
begin
  foreach name in array array['trashed_releases', 'trashed_uploads'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy tenant on %I using (visible_to_tenant(account_id))', name);
  end loop;
end $$;
