import { searchDocument } from '../../packages/server/src/features/releases/model/search-document.ts'

/** The same catalog twice: in the tables of the hub, and in tables laid out by hand for one list. */

export const accounts = 100
export const tracksPerRelease = 10

const hex = (value: string): string => `lpad(upper(to_hex(${value})), 26, '0')`
const title = `'Release title number ' || g`
const type = `(array['single', 'ep', 'album'])[1 + g % 3]`
const upc = `lpad(g::text, 13, '0')`
const createdAt = `timestamptz '2024-01-01' + g * interval '30 s'`
const isrc = `'QZAB1' || lpad(track::text, 7, '0')`
const durationMs = `180000 + track % 60000`

/** `accountId` owns one release in a hundred, as every other account does. */
export const hubData = (accountId: string, releases: number): readonly string[] => [
  `insert into accounts (id, name) select 'acc_' || ${hex('g')}, 'Account ' || g from generate_series(1, ${accounts - 1}) g`,
  `insert into releases (account_id, id, status, type, title, display_artist, label, upc, explicit, release_date,
                         document, track_count, duration_ms, track_list, delivery_total, delivery_live, created_at,
                         updated_at)
   select case g % ${accounts} when 0 then '${accountId}' else 'acc_' || ${hex(`g % ${accounts}`)} end,
          'rel_' || ${hex('g')}, 'live', ${type}, ${title}, 'Artist ' || g % 1000, 'Label ' || g % 100, ${upc},
          'not_explicit', '2024-01-01', '{}', ${tracksPerRelease}, 2000000, tracks.list, 1, 1, ${createdAt}, ${createdAt}
   from generate_series(1, ${releases}) g
   cross join lateral (
     select json_agg(json_build_object('id', 'trk_' || ${hex('track')}, 'number', number, 'title', 'Track ' || track,
                                       'isrc', ${isrc}, 'durationMs', ${durationMs},
                                       'uploadId', 'upl_' || ${hex('track')}) order by number) as list
     from (select number, ${tracksPerRelease} * g::bigint + number as track
           from generate_series(1, ${tracksPerRelease}) number) numbered) tracks`,
  'vacuum analyze releases',
]

export const handWrittenData = (key: string, releases: number): readonly string[] => [
  'create table api_key (digest bytea primary key, account int not null)',
  `insert into api_key values (sha256('${key}'), 0)`,
  `create table release (id bigint primary key, account int not null, title text not null, type text not null,
                         status text not null, upc text not null, created_at timestamptz not null)`,
  `insert into release select g, g % ${accounts}, ${title}, ${type}, 'live', ${upc}, ${createdAt}
   from generate_series(1, ${releases}) g`,
  `create table track (id bigint primary key, release_id bigint not null, position smallint not null,
                       title text not null, isrc text not null, duration_ms int not null, upload_id uuid not null)`,
  `insert into track select track, (track - 1) / ${tracksPerRelease}, 1 + (track - 1) % ${tracksPerRelease},
                            'Track ' || track, ${isrc}, ${durationMs}, md5(track::text)::uuid
   from generate_series(${tracksPerRelease} + 1, ${tracksPerRelease} * (${releases}::bigint + 1)) track`,
  'create index release_list on release (account, created_at desc, id desc)',
  'create unique index track_release on track (release_id, position)',
  'vacuum analyze release, track, api_key',
]

const searchWords = ['river', 'mountain', 'echo', 'velvet', 'horizon'] as const
const trackWords = [
  'Glass',
  'Harbour',
  'Signal',
  'Winter',
  'Paper',
  'Lantern',
  'Orbit',
  'Copper',
  'Thunder',
  'Meadow',
] as const
const atOnce = 500

/**
 * Releases of one account with words to search: one that all have, one of a fifth of them, one of each. What they are
 * found by is made as the hub makes it, so it comes in parts.
 */
export function* searchData(accountId: string, releases: number, after = 0): Iterable<string> {
  yield `insert into releases (account_id, id, status, type, title, display_artist, label, document, track_count, track_list)
   select '${accountId}', 'rel_' || ${hex('g')}, 'live', ${type}, 'Midnight ' || ${searchWord} || ' n' || g,
          'Artist ' || g % 500, 'Label', '{}', ${tracksPerRelease},
          (select json_agg(json_build_object('id', 'trk_' || ${hex('number')}, 'number', number, 'title', 'Track ' || number,
                                             'isrc', null, 'durationMs', 180000, 'uploadId', 'upl_' || ${hex('number')}))
           from generate_series(1, ${tracksPerRelease}) number)
   from generate_series(${after + 1}, ${after + releases}) g`
  for (let first = after + 1; first <= after + releases; first += atOnce) {
    const length = Math.min(atOnce, after + releases + 1 - first)
    const rows = Array.from({ length }, (_, index) => searchRow(accountId, first + index))
    yield `insert into release_search (owner_id, release_id, search, texts)
     select '${accountId}', id, array_to_tsvector(words), texts
     from json_to_recordset('${JSON.stringify(rows).replaceAll("'", "''")}') as t(id text, words text[], texts text)`
  }
  yield 'vacuum analyze releases, release_search'
}

const searchWord = `(array['river', 'mountain', 'echo', 'velvet', 'horizon'])[1 + g % 5]`

function searchRow(accountId: string, place: number) {
  const id = (prefix: string, number: number): string =>
    `${prefix}_${number.toString(16).toUpperCase().padStart(26, '0')}`
  const tracks = Array.from({ length: tracksPerRelease }, (_, index) => {
    const track = place * tracksPerRelease + index
    const title = [
      trackWords[track % 10],
      trackWords[Math.floor(track / 10) % 10],
      `of ${trackWords[place % 10]}`,
    ].join(' ')
    const isrc = `QZAB1${String(track).padStart(7, '0')}`
    return {
      id: id('trk', track),
      disc: 1,
      number: index + 1,
      document: { title, isrc, uploadId: id('upl', track) as `upl_${string}` },
    }
  })
  const document = {
    title: `Midnight ${searchWords[place % 5]} n${place}`,
    type: 'album' as const,
    displayArtist: `Artist ${place % 500}`,
    label: 'Label',
    upc: String(place).padStart(13, '0'),
  }
  const releaseId = id('rel', place)
  return { id: releaseId, ...searchDocument(accountId, { releaseId, document, tracks }) }
}
