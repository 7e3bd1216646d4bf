-- The words of releases move to a table of their own. With row-level security on a table PostgreSQL asks its policy
-- first, and may use an index only for operators that cannot leak: @@ is none of them, so the text index of releases was
-- never used and every search read all releases of the account.
-- The words carry their account, and what is found here is looked up in releases, where the wall stands.

create table release_search (
  release_id  text primary key,
  search      tsvector not null
);
insert into release_search select id, search from releases where deleted_at is null;
create index release_search_words on release_search using gin (search);

drop index releases_search;
alter table releases drop column search;

-- What the tracks weigh in a list: pages end before they outgrow their budget, and nobody unpacks the tracks to know.
alter table releases add column list_bytes int not null generated always as (octet_length(track_list::text)) stored;
