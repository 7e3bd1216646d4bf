-- What an account has under way and stored, counted when it begins another upload.

create index uploads_to_analyse on uploads (account_id) where status in ('received', 'analysing');
create index uploads_open on uploads (account_id) where status = 'awaiting_data';
create index uploads_stored on uploads (account_id) include (size) where status <> 'expired';
