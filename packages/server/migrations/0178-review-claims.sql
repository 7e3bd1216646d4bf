-- Who looks at which waiting release, so that two reviewers do not do the same work. A claim is about one revision: the
-- next one waits for whoever comes first.
create table review_claims (
  account_id  account_ref not null references accounts,
  release_id  text not null,
  revision    int not null,
  user_id     user_ref not null references users,
  claimed_at  timestamptz(3) not null,
  primary key (account_id, release_id),
  foreign key (account_id, release_id) references releases (account_id, id) on delete cascade
);
alter table review_claims enable row level security;
alter table review_claims force row level security;
create policy tenant on review_claims using (visible_to_tenant(account_id));
