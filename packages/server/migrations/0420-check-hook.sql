-- compatible-from: 0410-mail.sql
-- What the findings of the operator's check hook in this row are of: the digest of the document and of the program.
-- Null if the hook has not answered.
alter table releases add column check_hook_sha256 bytea check (octet_length(check_hook_sha256) = 32);
