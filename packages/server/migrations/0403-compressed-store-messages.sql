-- compatible-from: 0402-table-mappings.sql
-- What a message to a store counts for the quota of metadata: its bytes as they are compressed. Messages without a number,
-- from before or from an older version beside this one, count whole.
alter table store_messages add column counted_bytes int check (counted_bytes >= 0);
