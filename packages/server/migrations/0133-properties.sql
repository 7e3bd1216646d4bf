-- The properties that have a token, written by the processes that have the tokens. A worker without tokens learns here
-- where releases go. Ids only: tokens never reach the database.
create table properties (
  id  text collate "C" primary key check (length(id) between 1 and 64)
);
