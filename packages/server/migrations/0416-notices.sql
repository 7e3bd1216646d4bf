-- compatible-from: 0410-mail.sql
-- functions: add_notice, tell_people_of_release
-- Notices by mail: events that people are told of, what was collected for each person, and what each person chose. An older
-- version tells no person; events wait for a worker of this one, for two days.

-- Of people: members, and operators, whose address is confirmed and who are not disabled.
create view members_to_tell with (security_invoker = true) as
  select m.account_id, m.user_id, u.name, u.email from memberships m join users u on u.id = m.user_id
  where u.email_proven_by is not null and u.disabled_at is null;
create view operators_to_tell with (security_invoker = true) as
  select id as user_id, name, email from users
  where is_operator and email_proven_by is not null and disabled_at is null;

-- Of releases: those that wait for a reviewer.
create view releases_to_review with (security_invoker = true) as
  select account_id, id from releases
  where status in ('submitted', 'in_review')
     or (review_revision is not null and status in ('delivering', 'scheduled', 'live', 'delivery_failed'));

-- Written in the transaction of the event, and deleted when a job has given them to the people they are for.
create table notice_events (
  account_id  account_ref not null references accounts,
  id          bigint not null generated always as identity,
  topic       text not null check (length(topic) between 1 and 32),
  kind        text not null check (length(kind) between 1 and 64),
  -- The id and the title of what it is about, the reason, and the outlet.
  facts       jsonb not null check (octet_length(facts::text) <= 8192),
  at          timestamptz(3) not null default now(),
  primary key (account_id, id)
);
create index notice_events_order on notice_events (id);
create index notice_events_at on notice_events (at);

-- Collected for a person until it is sent: how many of each kind, and the first few.
create table notice_tallies (
  account_id  account_ref not null references accounts,
  user_id     user_ref not null references users,
  topic       text not null check (length(topic) between 1 and 32),
  kind        text not null check (length(kind) between 1 and 64),
  count       bigint not null check (count > 0),
  first       jsonb not null check (jsonb_typeof(first) = 'array'),
  since       timestamptz(3) not null,
  primary key (account_id, user_id, topic, kind)
);
create index notice_tallies_of_user on notice_tallies (user_id);

do $$
declare name text;
begin
  foreach name in array array['notice_events', 'notice_tallies'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy tenant on %I using (visible_to_tenant(account_id))', name);
  end loop;
end $$;

-- What a person chose in an account, or as an operator, and when the hub last told the person.
create table notice_settings (
  user_id      user_ref not null references users,
  -- Null: as an operator.
  for_account  account_ref references accounts,
  scope        text not null generated always as (coalesce(for_account::text, 'operator')) stored,
  -- By topic: at_once, daily or never. A topic that is not named has its default.
  choices      jsonb not null default '{}' check (jsonb_typeof(choices) = 'object'),
  told_at      timestamptz(3),
  digested_at  timestamptz(3),
  primary key (user_id, scope)
);
create index notice_settings_of_account on notice_settings (for_account);

create trigger notices_insert after insert on release_events for each row
  when (new.type in ('release.submitted', 'release.approved', 'release.changes_requested', 'release.rejected',
                     'release.live', 'release.delivery_failed', 'release.taken_down', 'delivery.refused'))
  execute function tell_people_of_release();
