-- How the storage finds the bytes of an upload again, moved in the statement that moves received_bytes. Only the driver
-- of the storage looks into it; files on a disk are found by their name and need none.

alter table uploads add receipt jsonb check (jsonb_typeof(receipt) = 'object');
