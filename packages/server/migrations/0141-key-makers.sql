-- Who made a key: a manager may change the own ones only. Null for keys from before, which are nobody's.
alter table api_keys add column made_by text check (length(made_by) between 1 and 200);
