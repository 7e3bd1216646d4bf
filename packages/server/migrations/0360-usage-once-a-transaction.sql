-- compatible-from: 0302-reports-of-accounts.sql
-- functions: add_rest_of_usage
-- Usage is added once or twice in a transaction, however many rows it changes (functions/add_usage.sql). Each change of a counter
-- leaves a version of its row that the next one in the same transaction has to pass: 16,000 releases in one transaction took minutes.
create constraint trigger usage_rest after insert or update on account_usage deferrable initially deferred
  for each row execute function add_rest_of_usage();
