import { describe, expect, it } from 'vitest'
import { toDocument } from '../../src/features/imports/apply/to-document.ts'
import { readMessage } from '../../src/features/imports/reader/read-message.ts'
import { message42, message382 } from './messages.ts'

/** How third-party messages are read, member by member. */

async function read(bytes: Buffer) {
  const message = readMessage(bytes)
  const { release } = message
  if (!release) throw new Error('the message has no release')
  return { message, release, ...(await toDocument({ ...message, release }, undefined, [])) }
}

describe('a message of ERN 4.2', async () => {
  const { message, release, members, tracks } = await read(Buffer.from(message42()))

  it('has the sender and the recipient', () => {
    expect(message).toMatchObject({
      version: '4.2',
      messageId: 'M1',
      sender: { id: 'PADPIDA2099010103C', name: 'Far Label' },
      createdAt: '2026-11-01T10:00:00.000Z',
      isTakedown: false,
    })
  })

  it('is a release that stores once what the message repeats for every track', () => {
    expect(members).toEqual({
      title: 'Night Drive',
      type: 'single',
      contributors: [
        { name: 'Ada Lund', partyIds: { isni: '0000000121032683' }, role: 'main_artist' },
        { name: 'Ada Lund', partyIds: { isni: '0000000121032683' }, role: 'composer' },
        { name: 'Ada Lund', partyIds: { isni: '0000000121032683' }, role: 'producer' },
      ],
      label: 'Far Label',
      pLine: { year: 2026, text: 'Far Label' },
      cLine: { year: 2026, text: 'Far Label' },
      genre: 'electronic',
      language: 'en',
      explicit: 'not_explicit',
      upc: '0200000000011',
      externalId: 'DPID:PADPIDA2099010103C:far-1',
      releaseDate: '2026-12-11',
      deals: [
        { territories: { mode: 'worldwide' }, startsAt: '2026-12-11', models: ['subscription'], uses: ['stream'] },
      ],
    })
    expect(tracks).toEqual([
      { title: 'Intro', version: 'Live', isrc: 'ZZABC2600001', language: 'de', explicit: 'not_explicit' },
    ])
    expect(release.tracks[0]?.file).toEqual({ path: 'resources/A1.wav', hash: null, size: null, isProvided: true })
    expect(release.cover).toEqual({ path: 'resources/A2.jpg', hash: null, size: null, isProvided: true })
  })

  it.each([
    ['1001.5', '1001.5', 0],
    ['+44', '44', 0],
    ['0', null, 1],
    ['-3', null, 1],
    ['44 MB', null, 1],
    ['', null, 1],
  ])('says %s of the size of a file', async (written, size, notes) => {
    const said = await read(Buffer.from(message42({ hash: `<FileSize>${written}</FileSize>` })))
    expect(said.release.tracks[0]?.file.size).toBe(size)
    expect(said.message.notes.filter(({ path }) => path.endsWith('/FileSize'))).toHaveLength(notes)
  })

  it('lists files that are not included', async () => {
    const kept = message42().replace(
      '</File></TechnicalDetails>',
      '</File><IsProvidedInDelivery>false</IsProvidedInDelivery></TechnicalDetails>',
    )
    const said = await read(Buffer.from(kept))
    expect(said.release.cover).toEqual({ path: 'resources/A2.jpg', hash: null, size: null, isProvided: false })
  })

  it('lists what it contains and the release cannot store, with the place', () => {
    const line = message42().slice(0, message42().indexOf('<AudioChapterReference')).split('\n').length
    expect(message.notes).toEqual([
      {
        code: 'dropped',
        message: 'AudioChapterReference was not imported. It is in the message.',
        path: '/NewReleaseMessage/ResourceList/SoundRecording/AudioChapterReference',
        line,
      },
    ])
  })
})

describe('a message of ERN 3.8.2', async () => {
  const { message, release, members, tracks } = await read(Buffer.from(message382, 'latin1'))

  it('is a release with its discs in order, offered as its tracks are', () => {
    expect(message.createdAt).toBe('2020-05-01T08:00:00.000Z')
    expect(members).toEqual({
      title: 'Beide',
      type: 'album',
      contributors: [{ name: 'Jörg', role: 'main_artist' }],
      label: 'Altes Label',
      genre: 'Schlager der Berge',
      language: 'de',
      upc: '0200000000028',
      catalogNumber: 'AL-9',
      releaseDate: '2020-06-05',
      deals: [
        {
          territories: { mode: 'include', codes: ['AT', 'DE'] },
          startsAt: '2020-06-05',
          models: ['subscription'],
          uses: ['stream'],
        },
      ],
    })
    expect(tracks).toEqual([
      { title: 'Eins', isrc: 'ZZABC2000001', explicit: 'explicit' },
      {
        title: 'Zwei',
        version: 'Radio Edit',
        isrc: 'ZZABC2000002',
        iswc: 'T0345246801',
        disc: 2,
        contributors: [
          { name: 'Jörg', role: 'main_artist' },
          { name: 'Jana', role: 'producer' },
          { name: 'Jana', role: 'ddex:Whistler' },
          { name: 'Jana', role: 'songwriter' },
        ],
        pLine: { year: 2020, text: 'Altes Label' },
        previewStartMs: 12_000,
      },
    ])
    expect(release.tracks.map(({ file }) => file.path)).toEqual(['one.flac', 'resources/two.flac'])
  })

  it('lists what was assumed and left out', () => {
    expect(message.notes.map(({ code, path }) => [code, path])).toEqual([
      ['dropped', '/NewReleaseMessage/ResourceList/SoundRecording[1]/SoundRecordingDetailsByTerritory[2]'],
      [
        'invalid',
        '/NewReleaseMessage/ResourceList/SoundRecording[1]/SoundRecordingDetailsByTerritory[1]/TechnicalSoundRecordingDetails/File/HashSum',
      ],
      ['assumed', '/NewReleaseMessage/ReleaseList/Release[1]'],
    ])
  })
})

it('has titles and names on one line however the sender wraps its XML', async () => {
  const wrapped = message42().replaceAll('Night Drive', '\n   Night\n\t Drive ').replaceAll('Ada Lund', 'Ada\r\nLund')
  const { members } = await read(Buffer.from(wrapped))
  expect([members.title, members.contributors?.[0]?.name]).toEqual(['Night Drive', 'Ada Lund'])
})

it('is read behind instructions to other programs', () => {
  const xml = message42().replaceAll(/<(ReleaseList|Duration|DealTerms|DisplayTitle)>/g, '<?other do="it"?><$1>')
  const { release, isTakedown } = readMessage(Buffer.from(xml))
  expect(release).toMatchObject({ members: { title: 'Night Drive' }, tracks: [{ seconds: 181 }] })
  expect(isTakedown).toBe(false)
})

const ended = `<DealList><ReleaseDeal><DealReleaseReference>R0</DealReleaseReference><Deal><DealTerms>
  <TerritoryCode>Worldwide</TerritoryCode>
  <ValidityPeriod><StartDateTime>2026-01-01T00:00:00</StartDateTime><EndDateTime>2026-10-01T00:00:00</EndDateTime></ValidityPeriod>
  <CommercialModelType>SubscriptionModel</CommercialModelType><UseType>OnDemandStream</UseType>
</DealTerms></Deal></ReleaseDeal></DealList>`
const purge = `<p:PurgeReleaseMessage xmlns:p="http://ddex.net/xml/ern/43"><MessageHeader><MessageId>P1</MessageId></MessageHeader>
  <PurgedRelease><ReleaseId><ICPN>0200000000011</ICPN></ReleaseId></PurgedRelease></p:PurgeReleaseMessage>`

describe('nothing offered', () => {
  it.each([
    ['no deals', message42({ deals: '' })],
    ['a deal that ended', message42({ deals: ended })],
    ['a purge', purge],
  ])('%s is a takedown', (_, xml) => {
    expect(readMessage(Buffer.from(xml)).isTakedown).toBe(true)
  })
})

describe('the share of a rights controller', () => {
  const controller = (share = '') =>
    `<ResourceRightsController><RightsControllerPartyReference>PLabel</RightsControllerPartyReference>${share}</ResourceRightsController>`
  const readShare = async (controllers: string) => {
    const xml = message42().replace('<Contributor SequenceNumber="1">', `${controllers}$&`)
    const { members, tracks } = await read(Buffer.from(xml))
    return (tracks[0]?.rightsController ?? members.rightsController)?.share
  }

  it.each([
    ['is the stated one', controller('<RightSharePercentage>40</RightSharePercentage>'), 40],
    ['is the whole for the only controller without one', controller(), 100],
    ['is unknown for one of several without one', controller() + controller(), undefined],
    ['is unknown if it cannot be read', controller('<RightSharePercentage>all</RightSharePercentage>'), undefined],
  ])('%s', async (_, controllers, share) => expect(await readShare(controllers)).toBe(share))
})
