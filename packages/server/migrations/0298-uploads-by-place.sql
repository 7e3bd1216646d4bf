-- The sweep reads the uploads in the order in which a storage lists their bytes: by the last two characters, then by all.
create index uploads_by_place on uploads ((right(id, 2)) collate "C", id collate "C");
