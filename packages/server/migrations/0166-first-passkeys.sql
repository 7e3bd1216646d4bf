-- Whoever comes in by a setup link or an invitation may make a passkey at once: the question is asked before there is a
-- person, so it keeps the id that the person will have.

alter table challenges drop constraint challenges_check;
alter table challenges drop constraint challenges_kind_check;
alter table challenges add column new_user user_ref;
alter table challenges
  add check (kind in ('add', 'sign_in', 'confirm', 'first')),
  add check ((kind in ('sign_in', 'first')) = (user_id is null)),
  add check ((kind = 'first') = (new_user is not null));
