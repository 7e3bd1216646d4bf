import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { renewSearch } from '../../src/features/releases/reading/renew-search.ts'
import { foundReleases } from '../../src/features/releases/reading/search-queries.ts'
import type { JsonAnswer, TestHub } from '../harness/hub.ts'
import { gtin13 } from '../harness/release-metadata.ts'
import { createReleaseFixture, type ReleaseFixture, releasesPath } from '../harness/releases.ts'
import { sharedReleaseHub } from '../harness/shared-hub.ts'

/** Search in lists of releases and in the catalog: by every text and code, with typos, and what matched. */

type Answer = JsonAnswer['body']

const catalogPath = '/api/v1/distributor/catalog'

describe('a search', () => {
  let hub: TestHub
  let fixture: ReleaseFixture
  let release: Answer
  let shown: Answer
  const search = async (query: string, more = '', path = releasesPath): Promise<Answer> => {
    const { status, body } = await hub.json('GET', `${path}?query=${encodeURIComponent(query)}${more}`, {
      key: fixture.key,
    })
    expect(status).toBe(200)
    return body
  }
  const titles = async (query: string, more = '', path = releasesPath): Promise<string[]> =>
    (await search(query, more, path)).data.map(({ title }: Answer) => title)

  beforeAll(async () => {
    ;({ hub } = await sharedReleaseHub())
    fixture = await createReleaseFixture(hub, 'Search Records')
    const neighbour = await createReleaseFixture(hub, 'Neighbour Records')
    await neighbour.release({ title: 'Transience of others', externalId: 'ext-77/B' })
    const body = await fixture.body({}, 3)
    const [first, second, third] = body.tracks
    const created = await fixture.post(releasesPath, {
      ...body,
      title: 'Night Drive',
      version: 'Deluxe Edition',
      titles: [{ language: 'ja', title: '夜のドライブ' }],
      label: 'Grün & Söhne',
      upc: gtin13(779),
      externalId: 'ext-77/B',
      catalogNumber: 'BL-0042',
      displayArtist: 'Røyksopp',
      contributors: [{ name: 'Zoë Quartz', role: 'main_artist' }],
      tracks: [
        { ...first, title: 'Intro' },
        { ...second, title: "Don't Stop", version: 'Acoustic', isrc: 'ZZABC2600042' },
        { ...third, title: 'Transience', contributors: [{ name: 'Пётр Чайковский', role: 'composer' }] },
      ],
    })
    expect(created.status).toBe(201)
    release = created.body
    await fixture.release({ title: 'Other' })
    const [, stop, last] = release.tracks
    shown = {
      stop: { trackId: stop.id, disc: 1, number: 2 },
      last: { trackId: last.id, disc: 1, number: 3 },
    }
  })

  const places: readonly (readonly [query: string, place: string, text: string, track?: 'stop' | 'last'])[] = [
    ['night drive', 'title', 'Night Drive'],
    ['DRIVE', 'title', 'Night Drive'],
    ['ドライブ', 'title', '夜のドライブ'],
    ['delux', 'version', 'Deluxe Edition'],
    ['royksopp', 'artist', 'Røyksopp'],
    ['zoe quartz', 'contributor', 'Zoë Quartz'],
    // One letter more than it has without accents.
    ['soehne', 'label', 'Grün & Söhne'],
    ['sohne', 'label', 'Grün & Söhne'],
    ['bl-0042', 'catalog_number', 'BL-0042'],
    ['BL0042', 'catalog_number', 'BL-0042'],
    ['EXT-77/b', 'external_id', 'ext-77/B'],
    ['transience', 'track_title', 'Transience', 'last'],
    ['Transiense', 'track_title', 'Transience', 'last'],
    ['ransience', 'track_title', 'Transience', 'last'],
    ['dont stop', 'track_title', "Don't Stop", 'stop'],
    ['don’t', 'track_title', "Don't Stop", 'stop'],
    ['accoustic', 'track_version', 'Acoustic', 'stop'],
    ['петр чаиковский', 'track_contributor', 'Пётр Чайковский', 'last'],
    ['Чойковский', 'track_contributor', 'Пётр Чайковский', 'last'],
    ['zz-abc-26-00042', 'isrc', 'ZZABC2600042', 'stop'],
    ['ISRC ZZ ABC 26 00042', 'isrc', 'ZZABC2600042', 'stop'],
    ['zzabc260004', 'isrc', 'ZZABC2600042', 'stop'],
    ['zz', '', ''],
    ['01', '', ''],
    ['rel', '', ''],
  ]
  it.each(places)('for "%s" matches %s %s', async (query = '', place = '', text = '', track) => {
    const { data } = await search(query)
    const { data: items } = await search(query, '', catalogPath)
    const matched = { in: place, text, ...(track && shown[track]) }
    const expected = place === '' ? [] : [{ id: release.id, matched }]
    expect(data.map(({ id, matched: found }: Answer) => ({ id, matched: found }))).toEqual(expected)
    expect(items.map(({ id, matched: found }: Answer) => ({ id, matched: found }))).toEqual(expected)
  })

  it('finds a UPC with and without zeros, blanks and hyphens, and unfinished', async () => {
    const upc: string = release.upc
    const plain = upc.replace(/^0+/, '')
    const forms = [
      upc,
      plain,
      `0${upc}`,
      `00${plain}`,
      upc.split('').join(' '),
      upc.split('').join('-'),
      upc.slice(0, 12),
    ]
    for (const form of forms) {
      const { data } = await search(form)
      expect([form, data.map(({ matched }: Answer) => matched)]).toEqual([form, [{ in: 'upc', text: upc }]])
    }
  })

  it('finds ids', async () => {
    const track = release.tracks[2].id
    for (const form of [release.id, release.id.toLowerCase(), release.id.slice(4)])
      expect((await search(form)).data[0].matched).toEqual({ in: 'release_id', text: release.id })
    // The id of a track means its release.
    for (const form of [track, track.toLowerCase()])
      expect((await search(form)).data.map(({ matched }: Answer) => matched)).toEqual([
        { in: 'release_id', text: release.id },
      ])
  })

  it('shows the text that has the most words', async () => {
    const [split] = (await search('night/transience')).data
    expect(split.matched).toEqual({ in: 'title', text: 'Night Drive' })
    const { data } = await search('night transience')
    expect(data[0].matched).toEqual({ in: 'title', text: 'Night Drive' })
    const [deluxe] = (await search('drive edition deluxe')).data
    expect(deluxe.matched).toEqual({ in: 'version', text: 'Deluxe Edition' })
  })

  it('finds typos in every order, beside filters, and counts them', async () => {
    expect(await titles('Transiense', '&sort=title')).toEqual(['Night Drive'])
    expect(await titles('Transiense', '&sort=title', catalogPath)).toEqual(['Night Drive'])
    expect(await titles('Transiense', '&status=draft')).toEqual(['Night Drive'])
    expect(await titles('Transiense', '&status=live', catalogPath)).toEqual([])
    expect((await search('Transiense', '&count=true')).page.total).toBe(1)
    expect((await search('Transiense', '&count=true&limit=1', catalogPath)).page.total).toBe(1)
    expect(await titles('Transiense nigth')).toEqual(['Night Drive'])
  })

  it('follows changes of the release, and forgets a deleted draft', async () => {
    const { body: draft } = await fixture.release({ title: 'Lighthouse' })
    expect(await titles('lighthouze')).toEqual(['Lighthouse'])
    await fixture.patch(draft.id, { tracks: [{ ...draft.tracks[0], title: 'Harbour', durationMs: undefined }] })
    expect(await titles('Harbuor')).toEqual(['Lighthouse'])
    await hub.json('DELETE', `${releasesPath}/${draft.id}`, { key: fixture.key })
    expect(await titles('lighthouze')).toEqual([])
    expect(await titles('Harbour')).toEqual([])
  })

  it('shows similar words only while nothing has the words themselves', async () => {
    await fixture.release({ title: 'Horse' })
    expect(await titles('house')).toEqual(['Horse'])
    await fixture.release({ title: 'House' })
    expect(await titles('house')).toEqual(['House'])
  })

  it('pages through typos without gaps', async () => {
    for (const number of [1, 2, 3, 4, 5]) await fixture.release({ title: `Meridian ${number}` })
    for (const path of [releasesPath, catalogPath]) {
      const found: string[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const { data, page } = await search('meridain', `&limit=2${cursor && `&cursor=${cursor}`}`, path)
        found.push(...data.map(({ title }: Answer) => title))
        cursor = page.nextCursor
      }
      expect(found).toEqual(['Meridian 5', 'Meridian 4', 'Meridian 3', 'Meridian 2', 'Meridian 1'])
    }
  })

  it('has no matched without query', async () => {
    const { body } = await hub.json('GET', `${releasesPath}?limit=1`, { key: fixture.key })
    expect(body.data[0]).not.toHaveProperty('matched')
  })

  it('finds what an earlier version wrote, and reads it again by a job', async () => {
    const { body: old } = await fixture.release({ title: 'Almanac' })
    const { system } = hub.opened.database
    await system.execute(
      `update release_search set search = array_to_tsvector($2::text[]), texts = '' where release_id = $1`,
      [old.id, [`${fixture.account.accountId}:almanac`]],
    )
    const { data } = await search('almanac')
    expect(data.map(({ id, matched }: Answer) => [id, matched])).toEqual([[old.id, null]])
    const isOutdated = () =>
      system.readRow(`select from release_search where release_id = $1 and not search @@ '''~form2'''`, [old.id])
    expect(await isOutdated()).toBeDefined()
    await renewSearch({ database: hub.opened.database, log: hub.hub.http.log })
    expect(await isOutdated()).toBeUndefined()
    expect((await search('almanak')).data[0].matched).toEqual({ in: 'title', text: 'Almanac' })
  })
})

describe('a search in many releases', () => {
  const words = {
    Latin: ['Aurora', 'Café', 'Straße', 'Midnight', 'Łódź', 'Horizon', 'Velvet', 'Ünique', 'Signal', 'Transience'],
    Cyrillic: ['Ночной', 'Рассвет', 'Ёлка', 'Молчание', 'Огонь', 'Северный', 'Берег', 'Память'],
    Greek: ['Θάλασσα', 'Ουρανός', 'Νύχτα', 'Άνοιξη'],
    Arabic: ['موسيقى', 'القمر', 'البحر', 'الصحراء'],
    Hebrew: ['מוזיקה', 'ירושלים', 'לילה'],
    Devanagari: ['संगीत', 'बारिश', 'रोशनी'],
    Hangul: ['서울의', '바람이분다', '아름다운밤'],
    Kana: ['ドライブ', 'さくらのうた', 'トランジェンス'],
  }
  const word = fc.oneof(...Object.values(words).map((list) => fc.constantFrom(...list)))
  const title = fc.array(word, { minLength: 1, maxLength: 3 }).map((list) => list.join(' '))
  const catalogue = fc.array(fc.record({ title, track: title }), { minLength: 2, maxLength: 4 })

  /** Removes, doubles, replaces or exchanges a letter. */
  function mistype(text: string, kind: number, place: number): string {
    const letters = [...text]
    const at = place % (letters.length - 1)
    const [letter = '', next = ''] = letters.slice(at)
    const put = [[], [letter, letter], [next], [next, letter]][kind] ?? []
    return letters.toSpliced(at, kind === 3 ? 2 : 1, ...put).join('')
  }

  it('finds each by each of its words, with a typo, and nothing of another account', async () => {
    const { hub } = await sharedReleaseHub()
    await fc.assert(
      fc.asyncProperty(catalogue, fc.nat(3), fc.nat(20), async (releases, kind, place) => {
        const [owner, other] = [await createReleaseFixture(hub), await createReleaseFixture(hub)]
        const find = async (query: string, key: string): Promise<readonly string[]> => {
          const path = `${catalogPath}?limit=100&query=${encodeURIComponent(query)}`
          return (await hub.json('GET', path, { key })).body.data.map(({ id }: Answer) => id)
        }
        for (const { title: name, track } of releases) {
          const body = await owner.body({ title: name })
          const [first] = body.tracks
          const { body: made } = await owner.post(releasesPath, { ...body, tracks: [{ ...first, title: track }] })
          for (const asked of `${name} ${track}`.split(' ')) {
            expect(await find(asked, owner.key)).toContain(made.id)
            // A typo in ß is one in two letters.
            const typo = mistype(asked.replaceAll('ß', 'ss'), kind, place)
            const isLong = (asked.match(/\p{L}/gu) ?? []).length >= 5
            // The words of these lists have no neighbours, so a typo finds the word that it was made from.
            if (isLong)
              expect([asked, typo, await find(typo, owner.key)]).toEqual([
                asked,
                typo,
                expect.arrayContaining([made.id]),
              ])
            expect(await find(asked, other.key)).toEqual([])
          }
        }
      }),
      { numRuns: 8 },
    )
  })

  it('reads the index, not the table', async () => {
    const { hub } = await sharedReleaseHub()
    const { account } = await createReleaseFixture(hub)
    const { accountId } = account
    const { database } = hub.opened
    await database.system.execute(
      `insert into release_search (owner_id, release_id, search, texts)
       select $1, 'rel_' || lpad(g::text, 26, '0'),
              array_to_tsvector(array['~form1', $1 || ':midnight', $1 || ':n' || g, '~k' || g] || more.words), ''
       from generate_series(1, 2000) g
       cross join lateral (select array_agg('~' || md5(g || '-' || n)) as words from generate_series(1, 40) n) more`,
      [accountId],
    )
    await database.system.execute('vacuum analyze release_search')
    const plan = async (query: string): Promise<string> => {
      const rows = await database.tenant(accountId).rows<{ 'QUERY PLAN': string }>(
        `explain (costs off) with ${foundReleases({
          search: { query: `'${query}'::tsquery`, matched: 'null' },
          after: undefined,
          conditions: '',
          limit: '51',
        })} select id from found`,
      )
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    }
    const rare = await plan(`''${accountId}:n1711'':*`)
    expect(rare).toContain('release_search_words')
    expect(await plan(`''${accountId}:n171x'':* | ''~k1711''`)).toContain('release_search_words')
    const common = await plan(`''${accountId}:midnight'':*`)
    expect(rare + common).not.toContain('Seq Scan')
  })
})
