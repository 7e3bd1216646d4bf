-- Where raw plays are kept as Parquet: the files that count, by day and bucket. What no line names is waiting or litter.
create table play_segments (
  name    text collate "C" primary key,
  day     date not null,
  bucket  smallint not null check (bucket between 0 and 7),
  plays   bigint not null check (plays > 0)
);
create index play_segments_day on play_segments (day, bucket);
