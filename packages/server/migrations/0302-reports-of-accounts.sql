-- compatible-from: 0298-uploads-by-place.sql
-- Reports that an account brings in itself. Those of the operator have no account. Behind an account's report stands nobody
-- else: its cells and what waits in it carry the same owner as the report.

alter table reports add column account_id account_ref references accounts;
alter table reports add column report_owner text not null generated always as (coalesce(account_id::text, '')) stored;
alter table reports add unique (report_owner, id);
-- What it weighs in the quota of its account.
alter table reports add column kept_bytes bigint not null default 0 check (kept_bytes >= 0);

drop index reports_applied;
-- The same bytes count once for each who brings them.
create unique index reports_applied on reports (report_owner, sha256) where status = 'applied';
create index reports_of_account on reports (account_id, source) where account_id is not null;

alter table report_cells add column report_owner text not null default '';
alter table report_cells add check (report_owner in ('', account_id));
alter table report_cells add foreign key (report_owner, report_id) references reports (report_owner, id);
alter table unmatched_report_cells add column account_id account_ref references accounts;
alter table unmatched_report_cells add column report_owner text not null default '';
alter table unmatched_report_cells add check (report_owner = coalesce(account_id::text, ''));
alter table unmatched_report_cells add foreign key (report_owner, report_id) references reports (report_owner, id);
create index unmatched_report_cells_account on unmatched_report_cells (account_id) where account_id is not null;

-- Which reports the operator brought in, every account may read as before: their cells name them. What waits in them not.
alter table reports enable row level security;
alter table reports force row level security;
create policy tenant on reports using (report_owner = '' or visible_to_tenant(report_owner))
  with check (visible_to_tenant(report_owner));
alter table unmatched_report_cells enable row level security;
alter table unmatched_report_cells force row level security;
create policy tenant on unmatched_report_cells using (visible_to_tenant(report_owner));

create function count_report() returns trigger language plpgsql as $$
declare
  bytes bigint := 0;
begin
  if tg_op <> 'DELETE' then bytes := new.kept_bytes; end if;
  if tg_op <> 'INSERT' then bytes := bytes - old.kept_bytes; end if;
  perform add_usage(case when tg_op = 'DELETE' then old.account_id else new.account_id end, 0, bytes, 0, 0, 0);
  return null;
end $$;
create constraint trigger usage_update after update on reports deferrable initially deferred
  for each row when (new.account_id is not null and old.kept_bytes <> new.kept_bytes) execute function count_report();
create constraint trigger usage_delete after delete on reports deferrable initially deferred
  for each row when (old.account_id is not null and old.kept_bytes <> 0) execute function count_report();

-- Files of reports come as uploads do. They are not analysed.
alter table uploads drop constraint uploads_kind_check;
alter table uploads add constraint uploads_kind_check check (kind in ('audio', 'image', 'report'));
