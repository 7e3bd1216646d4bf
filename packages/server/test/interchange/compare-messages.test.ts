import type { DealFilter } from '@spindle/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { compareXml } from '../../src/features/interchange/compare/compare-xml.ts'
import { describeChanges } from '../../src/features/interchange/compare/describe-changes.ts'
import { leaveOutUntaken } from '../../src/features/interchange/compare/leave-out-untaken.ts'
import { readMessage } from '../../src/features/interchange/compare/message-tree.ts'
import type { ErnInput } from '../../src/features/interchange/ern/ern-model.ts'
import { writeMessage } from '../../src/features/interchange/messages/ern-message.ts'
import { compareRevisions } from '../../src/features/releases/index.ts'
import { eventually } from '../harness/eventually.ts'
import { releasesPath } from '../harness/releases.ts'
import { acknowledge, openStoreHub, type StoreHub } from '../harness/store-folder.ts'
import { audioFile, coverFile, coverId, sample, track, uploadId } from './sample.ts'

const xmlOf = (input: ErnInput): string => [...writeMessage(input)].join('')
const deal = (codes: readonly string[], models: readonly string[] = ['subscription']) => ({
  territories: { mode: 'include', codes },
  startsAt: '2026-12-11',
  models,
  uses: ['stream'],
})
const usual = { deals: [deal(['DE', 'FR']), deal(['JP'], ['paid'])] } as unknown as Partial<ErnInput['release']>
const before = sample(usual, [track(1), track(2), track(3)])

/** The changes of an update to this, in words and in XML. */
function compare(after: ErnInput) {
  const changes = compareRevisions(
    { document: before.release, tracks: before.tracks },
    { document: after.release, tracks: after.tracks },
  )
  const words = [...describeChanges(changes, after.receiver.ernVersion)]
  const xml = [...compareXml(readMessage(xmlOf(before)), readMessage(xmlOf(after)))]
  return {
    words: words.map(({ pointer, message }) => [pointer, message]),
    xml: xml.map(({ path, before: old, after: young }) => [path.replace('/ern:NewReleaseMessage/', ''), old, young]),
  }
}

describe('what an update changes', () => {
  it('is empty without a change', () => expect(compare(before)).toEqual({ words: [], xml: [] }))

  it('is one title', () => {
    const path = 'ResourceList/SoundRecording[2]'
    expect(compare(sample(usual, [track(1), track(2, { title: 'Café <3' }), track(3)]))).toEqual({
      words: [['/tracks/1/title', 'The title of track 2 changes from “Track 2” to “Café <3”.']],
      xml: [
        [
          `${path}/DisplayTitleText`,
          '<DisplayTitleText IsDefault="true">Track 2</DisplayTitleText>',
          '<DisplayTitleText IsDefault="true">Café &lt;3</DisplayTitleText>',
        ],
        [`${path}/DisplayTitle/TitleText`, '<TitleText>Track 2</TitleText>', '<TitleText>Café &lt;3</TitleText>'],
      ],
    })
  })

  it('is one deal, which a territory more belongs to', () => {
    const deals = [deal(['DE', 'FR']), deal(['AT', 'JP'], ['paid'])]
    const { words, xml } = compare(
      sample({ ...usual, deals } as unknown as Partial<ErnInput['release']>, [...before.tracks]),
    )
    expect(words).toEqual([['/deals/1', 'Deal 2 changes: territories.']])
    // For the product, and for its tracks, which share its terms.
    expect(xml).toEqual(
      [1, 2].map((place) => [
        `DealList/ReleaseDeal[${place}]/Deal[2]/DealTerms/TerritoryCode[1]`,
        null,
        '<TerritoryCode>AT</TerritoryCode>',
      ]),
    )
  })

  it('is one deal more, though the release has the same one already', () => {
    const deals = [...(before.release.deals ?? []), deal(['JP'], ['paid'])]
    const { words } = compare(
      sample({ ...usual, deals } as unknown as Partial<ErnInput['release']>, [...before.tracks]),
    )
    expect(words).toEqual([['/deals/2', 'Deal 3 is new.']])
  })

  it('is one file', () => {
    const other = track(3, { uploadId: uploadId(77) })
    const files = new Map(before.files).set(uploadId(77), { ...audioFile(3), sha256: 'f'.repeat(64) })
    expect(compare(sample(usual, [track(1), track(2), other], { files }))).toEqual({
      words: [['/tracks/2/uploadId', 'The audio file of track 3 changes.']],
      xml: [
        [
          'ResourceList/SoundRecording[3]/SoundRecordingEdition/TechnicalDetails/DeliveryFile/File/HashSum/HashSumValue',
          `<HashSumValue>${'3'.repeat(64)}</HashSumValue>`,
          `<HashSumValue>${'f'.repeat(64)}</HashSumValue>`,
        ],
      ],
    })
  })

  it('leaves out what no message carries', () => {
    const tracks = [track(1, { moods: ['calm'] }), track(2), track(3)]
    expect(compare(sample({ ...usual, metadata: { order: '4711' } }, tracks))).toEqual({ words: [], xml: [] })
  })

  it('is a track that came, one that went, and another order', () => {
    expect(compare(sample(usual, [...before.tracks, track(4)])).words).toEqual([
      ['/tracks/3', 'Track 4, “Track 4”, is added.'],
    ])
    expect(compare(sample(usual, [track(1), track(2)])).words).toEqual([
      ['/tracks/2', '“Track 3”, formerly track 3, is removed.'],
    ])
    expect(compare(sample(usual, [track(2), track(1), track(3)])).words).toEqual([
      ['/tracks', 'The track order changes.'],
    ])
  })

  it('is a member that came, went or changed in part', () => {
    const more = {
      ...usual,
      subtitle: 'Live',
      genre: undefined as unknown as string,
      pLine: { year: 2027, text: 'Blue Lamp' },
    }
    const contributors = [
      { name: 'Ada Lund', role: 'main_artist' },
      { name: 'Bo', role: 'producer' },
    ]
    expect(
      compare(sample({ ...more, contributors } as Partial<ErnInput['release']>, [...before.tracks])).words,
    ).toEqual([
      ['/contributors/1', 'Contributor 2 is new.'],
      ['/pLine', 'The ℗ line changes: year.'],
      ['/genre', 'The genre is removed; it was “electronic”.'],
      ['/subtitle', 'The subtitle is added: “Live”.'],
    ])
  })

  it('is a whole element, written separately', () => {
    const { xml } = compare(sample(usual, [track(1), track(2)]))
    const recordings = xml.filter(([path]) => path?.startsWith('ResourceList/SoundRecording'))
    expect(recordings).toEqual([
      [
        'ResourceList/SoundRecording[3]',
        expect.stringMatching(/^<SoundRecording>\n {2}<ResourceReference>A3<[\s\S]*\n<\/SoundRecording>$/),
        null,
      ],
    ])
  })

  it('is the cover', () => {
    const other = 'upl_01JD3MZ6V8Q4W9X2K7N5T0RHYD'
    const files = new Map(before.files).set(other, { ...coverFile, sha256: 'e'.repeat(64) })
    expect(compare(sample({ ...usual, coverUploadId: other }, [...before.tracks], { files })).words).toEqual([
      ['/coverUploadId', 'The cover file changes.'],
    ])
    expect(before.files.has(coverId)).toBe(true)
  })

  it('is found quickly among 500 tracks', () => {
    const many = Array.from({ length: 500 }, (_, index) => track(index + 1))
    const renamed = many.map((one) => ({ ...one, title: `${one.title}!` }))
    const found = [...compareXml(readMessage(xmlOf(sample({}, many))), readMessage(xmlOf(sample({}, renamed))))]
    expect(found).toHaveLength(1000)
  })
})

describe('what an update changes for a store that takes a part', () => {
  const tracks = [...before.tracks]
  const words = (
    takes: DealFilter,
    after: Partial<ErnInput['release']>,
    { from = usual, youngTracks = tracks }: { from?: Partial<ErnInput['release']>; youngTracks?: typeof tracks } = {},
  ) => {
    const [old, young] = [sample(from, tracks), sample({ ...usual, ...after }, youngTracks)]
    const changes = compareRevisions(
      { document: old.release, tracks: old.tracks },
      { document: young.release, tracks: young.tracks },
    )
    const taken = leaveOutUntaken(changes, { before: old.release, after: young.release, tracks: young.tracks, takes })
    return [...describeChanges(taken, '4.3.2')].map(({ pointer, message, before: was, after: is }) => [
      pointer,
      message,
      was,
      is,
    ])
  }
  const deals = (...all: ReturnType<typeof deal>[]) => ({ deals: all }) as unknown as Partial<ErnInput['release']>
  const [german, japanese] = [deal(['DE', 'FR']), deal(['JP'], ['paid'])]
  const european: DealFilter = { territories: { mode: 'include', codes: ['DE', 'AT'] } }

  it('names no deal that it does not take, and the others by their numbers', () => {
    expect(words({ models: ['subscription'] }, deals(german, deal(['JP', 'KR'], ['paid'])))).toEqual([])
    expect(words({ models: ['subscription'] }, deals(german))).toEqual([])
    expect(words({ models: ['subscription'] }, deals(german, japanese, deal(['CH'])))).toEqual([
      ['/deals/2', 'Deal 3 is new.', null, deal(['CH'])],
    ])
    expect(words({ models: ['paid'] }, deals(japanese))).toEqual([])
    expect(words({ models: ['paid'] }, deals(german))).toEqual([['/deals/1', 'Deal 2 is removed.', japanese, null]])
  })

  it('names what differs in the part that it takes', () => {
    expect(words(european, deals(deal(['DE', 'US']), japanese))).toEqual([])
    expect(words(european, deals(deal(['AT', 'DE', 'FR']), japanese))).toEqual([
      ['/deals/0', 'Deal 1 changes: territories.', deal(['DE']), deal(['AT', 'DE'])],
    ])
    expect(words({ models: ['subscription'] }, deals(deal(['DE', 'FR'], ['subscription', 'ad_supported'])))).toEqual([])
  })

  it('names another order, and new deals, only for stores that accept them', () => {
    const [first, second] = [deal(['DE']), deal(['AT'])]
    expect(
      words({ models: ['subscription'] }, deals(second, japanese, first), { from: deals(first, second, japanese) }),
    ).toEqual([['/deals', 'The deals change their order.', [first, second], [second, first]]])
    expect(words({ models: ['subscription'] }, deals(german, japanese), { from: {} })).toEqual([
      ['/deals', 'The deals are added.', null, [german]],
    ])
  })

  it('names territories and days only if they change the offer', () => {
    const soldIn = (...codes: string[]) => ({ territories: { mode: 'include', codes } }) as Partial<ErnInput['release']>
    expect(
      words(european, soldIn('DE', 'AT', 'FR', 'US'), { from: { ...usual, ...soldIn('DE', 'AT', 'FR') } }),
    ).toEqual([])
    expect(
      words(european, soldIn('AT', 'FR'), { from: { ...usual, ...soldIn('DE', 'AT', 'FR') } }).map(
        ([pointer]) => pointer,
      ),
    ).toEqual(['/territories'])
    const preorder = { preorderDate: '2026-11-20' }
    expect(words({ uses: ['stream'] }, preorder)).toEqual([])
    expect(words({ uses: ['download'] }, preorder).map(([, message]) => message)).toEqual([
      'The preorder date is added: “2026-11-20”.',
    ])
  })

  it('names limits of a track only if they change the offer', () => {
    const limited = (limits: object) => ({ youngTracks: [track(1, limits as never), track(2), track(3)] })
    const pointers = (takes: DealFilter, limits: object) =>
      words(takes, {}, limited(limits)).map(([pointer]) => pointer)
    const notIn = (code: string) => ({ territories: { mode: 'exclude', codes: [code] } })
    expect(pointers(european, notIn('US'))).toEqual([])
    expect(pointers(european, notIn('DE'))).toEqual(['/tracks/0/territories'])
    expect(pointers({ models: ['paid'] }, { restrictions: [{ models: ['ad_supported'] }] })).toEqual([])
    expect(pointers({ models: ['paid'] }, { restrictions: [{ models: ['paid'] }] })).toEqual(['/tracks/0/restrictions'])
    expect(pointers({ models: ['paid'] }, { availability: { download: false } })).toEqual([])
    expect(pointers({ models: ['paid'] }, { availability: { stream: false } })).toEqual(['/tracks/0/availability'])
    expect(pointers({ models: ['paid'] }, { availability: { hidden: true } })).toEqual(['/tracks/0/availability'])
  })

  it('names everything else as for every store', () =>
    expect(words(european, { label: 'Red Lamp' }).map(([pointer]) => pointer)).toEqual(['/label']))
})

describe('GET .../ern/diff', () => {
  let store: StoreHub
  beforeAll(async () => {
    store = await openStoreHub()
  })
  const diff = async (releaseId: string, outlet: string) =>
    (await store.hub.json('GET', `${releasesPath}/${releaseId}/ern/diff?outlet=${outlet}`, { key: store.fixture.key }))
      .body

  it('compares with what the store has: not with what it refused, and with nothing after a takedown', async () => {
    const { id: outlet, folder } = await store.addStore()
    const { body: draft } = await store.fixture.release({ outlets: [outlet] })
    const nothing = { outlet, against: null, changes: [], xml: [], xmlChanges: 0 }
    expect(await diff(draft.id, outlet)).toEqual({ ...nothing, revision: 1 })

    const release = await store.submit(outlet)
    const first = await store.nthMessage(folder, 1)
    await acknowledge(folder, first.messageId, 'FileOK')
    await store.reach(release.id, 'live')
    expect(await diff(release.id, outlet)).toMatchObject({
      against: { messageId: first.messageId },
      changes: [],
      xml: [],
    })

    await store.fixture.patch(release.id, { label: 'Red Lamp' })
    const change = { message: 'The label changes from “Blue Lamp” to “Red Lamp”.', pointer: '/label' }
    expect((await diff(release.id, outlet)).changes).toMatchObject([change])
    await store.fixture.act(release.id, 'submit')
    const second = await store.nthMessage(folder, 2)
    await store.reach(release.id, 'sent')
    expect(await diff(release.id, outlet)).toMatchObject({ against: { messageId: second.messageId }, changes: [] })
    await acknowledge(folder, second.messageId, 'MetadataMissing')
    await store.reach(release.id, 'refused')
    const refused = await diff(release.id, outlet)
    expect(refused).toMatchObject({
      revision: 2,
      against: { messageId: first.messageId, revision: 1 },
      changes: [change],
    })
    expect(refused.xml).toHaveLength(refused.xmlChanges)
    expect(JSON.stringify(refused.xml)).toContain('<FullName>Red Lamp</FullName>')

    await store.fixture.act(release.id, 'takedown', { reason: 'Rights have ended.' })
    await store.nthMessage(folder, 3)
    // The package is sent a moment before the hub records that.
    const down = await eventually(
      async () => {
        const answer = await diff(release.id, outlet)
        return answer.against === null && answer
      },
      { what: 'the takedown to be sent' },
    )
    expect(down).toEqual({ ...nothing, revision: 2 })
  })

  it('names no deal that the store does not take', async () => {
    const offer = { startsAt: '2026-05-01', models: ['subscription'], uses: ['stream'] }
    const european = { ...offer, territories: { mode: 'include', codes: ['DE'] } }
    const elsewhere = (...codes: string[]) => ({ ...offer, territories: { mode: 'include', codes } })
    const takes: DealFilter = { territories: { mode: 'include', codes: ['DE'] } }
    const { id: outlet, folder } = await store.addStore({ takes })
    const release = await store.submit(outlet, { deals: [elsewhere('JP'), european] })
    await acknowledge(folder, (await store.nthMessage(folder, 1)).messageId, 'FileOK')
    await store.reach(release.id, 'live')
    await store.fixture.patch(release.id, { deals: [elsewhere('JP', 'KR'), european] })
    expect(await diff(release.id, outlet)).toMatchObject({ revision: 2, changes: [], xml: [], xmlChanges: 0 })
    await store.fixture.patch(release.id, {
      deals: [elsewhere('JP', 'KR'), { ...european, uses: ['stream', 'download'] }],
    })
    expect((await diff(release.id, outlet)).changes).toMatchObject([
      { pointer: '/deals/1', message: 'Deal 2 changes: uses.' },
    ])
  })
})
