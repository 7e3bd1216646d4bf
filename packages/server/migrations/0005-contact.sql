-- What people wrote on the contact page. They have no account yet, so the table belongs to none.

create table contact_messages (
  id            text primary key check (id ~ '^msg_[0-9A-HJKMNP-TV-Z]{26}$'),
  name          text not null check (length(name) between 1 and 200),
  email         text not null check (length(email) between 3 and 254),
  organisation  text check (length(organisation) between 1 and 200),
  message       text not null check (length(message) between 1 and 5000),
  created_at    timestamptz(3) not null
);
