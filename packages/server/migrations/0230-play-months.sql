-- Months beside the days of the roll-ups, so that a question about a year reads twelve numbers and not 365. A month is
-- added up once it is over, from its days; from then on the fold counts into both. play_month_spans says for which
-- months of an account that is so: every question about another month is answered from its days, and none is wrong.
-- No older version may run beside this one: its fold would count into the days alone.
create table play_month_spans (
  account_id   account_ref not null primary key references accounts,
  -- First days of months, both counted; nothing yet where the first lies behind the last.
  first_month  date not null check (extract(day from first_month) = 1),
  last_month   date not null check (extract(day from last_month) = 1)
);

create table play_months (
  account_id  account_ref not null,
  series      int not null,
  month       date not null,
  territory   text collate "C" not null,
  source      text collate "C" not null,
  model       text collate "C" not null,
  streams     bigint not null,
  timed       bigint not null,
  played_ms   bigint not null,
  primary key (account_id, series, month, territory, source, model)
);

create table play_track_months (
  account_id  account_ref not null,
  series      int not null,
  month       date not null,
  streams     bigint not null,
  timed       bigint not null,
  played_ms   bigint not null,
  primary key (account_id, series, month)
);

create table play_audience_months (
  account_id  account_ref not null,
  month       date not null,
  territory   text collate "C" not null,
  source      text collate "C" not null,
  model       text collate "C" not null,
  source_kind text not null,
  outlet_id   text collate "C" not null,
  legacy      boolean not null,
  streams     bigint not null,
  timed       bigint not null,
  played_ms   bigint not null,
  primary key (account_id, month, territory, source, model, source_kind, outlet_id, legacy)
);

create table play_territory_months (
  account_id  account_ref not null,
  month       date not null,
  territory   text collate "C" not null,
  source_kind text not null,
  outlet_id   text collate "C" not null,
  legacy      boolean not null,
  streams     bigint not null,
  timed       bigint not null,
  played_ms   bigint not null,
  primary key (account_id, month, territory, source_kind, outlet_id, legacy)
);

-- A page in the order of days reads the first of them, whatever the tracks are.
create index play_days_day on play_days (account_id, day);

do $$
declare name text;
begin
  foreach name in array array['play_month_spans', 'play_months', 'play_track_months', 'play_audience_months',
                              'play_territory_months'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy tenant on %I using (visible_to_tenant(account_id))', name);
  end loop;
end $$;
