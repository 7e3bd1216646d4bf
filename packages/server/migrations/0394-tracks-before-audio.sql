-- compatible-from: 0387-search-texts.sql
-- An import may create tracks before their audio arrives. Submission requires audio, so only drafts have such tracks. An older
-- version shows them without an uploadId and refuses to change them.
alter table tracks alter column upload_id drop not null;
