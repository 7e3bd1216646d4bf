-- What the operators make of a message: where it stands, who answers it, and a note for each other.
alter table contact_messages
  add column state text not null default 'new' check (state in ('new', 'open', 'done', 'spam')),
  add column assignee_id user_ref references users,
  add column note text check (length(note) <= 5000);
create index contact_messages_state on contact_messages (state, id);
