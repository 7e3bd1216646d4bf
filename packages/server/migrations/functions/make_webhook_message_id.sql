-- revision 2, text 72b44ba832654c5d, signature 18c1c4ac4dbfee20
-- As platform/values/ids.ts makes them: 48 bits of milliseconds, then 80 random bits.
create or replace function make_webhook_message_id() returns text language sql volatile as $$
  select 'whm_' || string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + (case
      when place < 10 then ((made.ms >> (5 * (9 - place))) & 31)::int
      else get_byte(made.chance, place - 10) & 31 end), 1), '' order by place)
  from (select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms,
               decode(md5(gen_random_uuid()::text || gen_random_uuid()::text), 'hex') as chance) made,
       generate_series(0, 25) place
$$;
