import { describe, expect, it } from 'vitest'
import { readMessage } from '../../src/features/imports/reader/read-message.ts'
import { hasSchemaOf, schemaErrors } from '../harness/ern-schema.ts'
import { message3 } from './version-messages.ts'

/** What only messages of ERN 3 write in their own way, one place of the message at a time. */

function read(place: string, written: string, version = '3.8.3') {
  const xml = message3(version)
  if (!xml.includes(place)) throw new Error(`the message has no ${place}`)
  const changed = xml.replace(place, written)
  if (hasSchemaOf(version)) expect(schemaErrors(changed, version)).toEqual([])
  const { release, notes } = readMessage(Buffer.from(changed))
  const [track] = release?.tracks ?? []
  return { members: release?.members, track: track?.members, file: track?.file, notes }
}
const codesOf = (notes: readonly { readonly code: string; readonly path: string | null }[]) =>
  notes.map(({ code, path }) => `${code} ${path?.split('/').at(-1)}`)

describe('the mark of a compilation', () => {
  const place = '<ParentalWarningType>Explicit</ParentalWarningType>\n        <ResourceGroup>'
  it.each([
    ['true', true],
    ['1', true],
    ['false', false],
  ])('is read in the details by territory: %s', (written, isCompilation) => {
    const flag = `<IsMultiArtistCompilation>${written}</IsMultiArtistCompilation>`
    const { members, notes } = read(place, `${flag}${place}`)
    expect([members?.isCompilation, notes]).toEqual([isCompilation, []])
  })

  it('is absent if the message has none', () => {
    expect(read(place, place).members).not.toHaveProperty('isCompilation')
  })
})

describe('the identifier of a party', () => {
  const artist = '<PartyName><FullName>Bo Ek</FullName></PartyName>'
  it.each([
    ['IsISNI="true"', '0000000121032683', { isni: '0000000121032683' }],
    ['Namespace="ISNI"', '0000000121032683', { isni: '0000000121032683' }],
    ['IsDPID="true"', 'PADPIDA2099010103C', { dpid: 'PADPIDA2099010103C' }],
    ['Namespace="DPID"', 'PADPIDA2099010103C', { dpid: 'PADPIDA2099010103C' }],
    ['', 'PADPIDA2099010103C', { dpid: 'PADPIDA2099010103C' }],
    ['', 'PA-DPIDA-2099010103-C', { dpid: 'PA-DPIDA-2099010103-C' }],
    ['Namespace="IPI"', '00052210040', { ipi: '00052210040' }],
    ['Namespace="IpiNameNumber"', '00052210040', { ipi: '00052210040' }],
    ['Namespace="CAE/IPI"', '00052210040', { ipi: '00052210040' }],
    ['Namespace="Spotify"', 'spotify:artist:1', { spotify: 'spotify:artist:1' }],
    ['Namespace="https://music.apple.com"', '12', { apple: '12' }],
  ])('with %s is %s of its kind', (attributes, text, partyIds) => {
    const id = `<PartyId ${attributes}>${text}</PartyId>`
    const { track, notes } = read(artist, artist + id)
    expect(track?.contributors?.[1]).toEqual({ name: 'Bo Ek', partyIds, role: 'featured_artist' })
    expect(notes).toEqual([])
  })

  it.each([
    ['Namespace="DPID:PADPIDA2099010103C"', 'artist-7'],
    ['Namespace="IPN"', '10202530'],
    ['IsDPID="false"', 'artist-7'],
    ['', '0000000121032683'],
  ])('with %s is not read as another kind: %s', (attributes, text) => {
    const { track, notes } = read(artist, `${artist}<PartyId ${attributes}>${text}</PartyId>`)
    expect(track?.contributors?.[1]).toEqual({ name: 'Bo Ek', role: 'featured_artist' })
    expect(codesOf(notes)).toEqual(['dropped PartyId'])
  })

  it('is read together with other identifiers of the party', () => {
    const ids =
      '<PartyId IsISNI="true">0000000121032683</PartyId><PartyId Namespace="Spotify">spotify:artist:1</PartyId>'
    expect(read(artist, artist + ids).track?.contributors?.[1]?.partyIds).toEqual({
      isni: '0000000121032683',
      spotify: 'spotify:artist:1',
    })
  })
})

describe('a title', () => {
  const place = '<TitleText>Harbour</TitleText><SubTitle>Live</SubTitle></Title>'
  const parts = (subtitles: string) => {
    const { track } = read(place, `<TitleText>Harbour</TitleText>${subtitles}</Title>`)
    return [track?.subtitle, track?.version]
  }
  it.each([
    ['<SubTitle>Live</SubTitle>', [undefined, 'Live']],
    ['<SubTitle SubTitleType="Version">Live</SubTitle>', [undefined, 'Live']],
    ['<SubTitle SubTitleType="MixVersion">Live</SubTitle>', [undefined, 'Live']],
    ['<SubTitle SubTitleType="SubTitle">A Story</SubTitle>', ['A Story', undefined]],
    ['<SubTitle SubTitleType="Part">A Story</SubTitle>', ['A Story', undefined]],
    ['<SubTitle>A Story</SubTitle><SubTitle SubTitleType="Version">Live</SubTitle>', ['A Story', 'Live']],
    ['<SubTitle SubTitleType="Version">Live</SubTitle><SubTitle>A Story</SubTitle>', ['A Story', 'Live']],
  ])('has the subtitle and version of %s', (written, expected) => expect(parts(written)).toEqual(expected))

  it('has its forms in other languages', () => {
    const other =
      '<Title TitleType="DisplayTitle" LanguageAndScriptCode="ja"><TitleText>港</TitleText><SubTitle SubTitleType="SubTitle">x</SubTitle></Title>'
    const { track, notes } = read(place, `${place}${other}`)
    expect([track?.title, track?.titles, notes]).toEqual([
      'Harbour',
      [{ language: 'ja', title: '港', subtitle: 'x' }],
      [],
    ])
  })

  it('is the one without a language wherever it stands', () => {
    const first = '<Title TitleType="DisplayTitle"><TitleText>Harbour</TitleText>'
    const other = '<Title TitleType="DisplayTitle" LanguageAndScriptCode="ja"><TitleText>港</TitleText></Title>'
    const { track } = read(first, `${other}${first}`)
    expect([track?.title, track?.titles]).toEqual(['Harbour', [{ language: 'ja', title: '港' }]])
  })
})

describe('the hash of a file', () => {
  const place = /<HashSum>\s*<HashSum>.*<\/HashSum>/.exec(message3('3.8.3'))?.[0] ?? ''
  const sha256 = 'a'.repeat(64)
  it.each([
    ['UserDefined', 'UserDefinedValue="SHA-256" Namespace="DPID:PADPIDA2099010103C"', sha256, 'sha256'],
    ['UserDefined', 'UserDefinedValue="SHA256"', sha256, 'sha256'],
    ['UserDefined', 'UserDefinedValue="sha-2"', sha256, 'sha256'],
    ['UserDefined', 'UserDefinedValue="SHA-1"', 'b'.repeat(40), 'sha1'],
    ['SHA', '', sha256, 'sha256'],
    ['SHA', '', 'b'.repeat(40), 'sha1'],
    ['SHA1', '', 'b'.repeat(40), 'sha1'],
    ['MD5', '', 'c'.repeat(32), 'md5'],
  ])('of the algorithm %s %s is compared', (word, attributes, value, algorithm) => {
    const written = `<HashSum><HashSum>${value}</HashSum><HashSumAlgorithmType ${attributes}>${word}</HashSumAlgorithmType></HashSum>`
    const { file, notes } = read(place, written)
    expect([file?.hash, notes]).toEqual([{ algorithm, value }, []])
  })

  it.each([
    ['UserDefined', 'UserDefinedValue="SHA-512"', 'd'.repeat(128)],
    ['UserDefined', '', sha256],
    ['SHA', '', 'd'.repeat(128)],
    ['MD4', '', 'c'.repeat(32)],
  ])('with the algorithm %s %s is not compared', (word, attributes, value) => {
    const written = `<HashSum><HashSum>${value}</HashSum><HashSumAlgorithmType ${attributes}>${word}</HashSumAlgorithmType></HashSum>`
    const { file, notes } = read(place, written)
    expect([file?.hash, codesOf(notes)]).toEqual([null, ['invalid HashSum']])
  })
})

describe('the rights controller of a recording', () => {
  const place = '<PLine><Year>2026</Year><PLineText>(P) 2026 Far Label</PLineText></PLine>\n        <Genre>'
  const controller = (share: string, name = 'Far Label') =>
    `<RightsController><PartyName><FullName>${name}</FullName></PartyName><PartyId IsDPID="true">PADPIDA2099010103C</PartyId><RightsControllerRole>RightsController</RightsControllerRole>${share}</RightsController>`
  const whole = { name: 'Far Label', partyIds: { dpid: 'PADPIDA2099010103C' }, share: 100 }
  const percent = (value: string, attributes = '') =>
    `<RightSharePercentage${attributes}>${value}</RightSharePercentage>`
  it.each([
    ['without a share', '', whole],
    ['of everything', percent('100.00'), whole],
    ['of a part', percent('62.5'), { ...whole, share: 62.5 }],
    ['of nothing', percent('0'), { ...whole, share: 0 }],
    ['of a part of one', percent('0.07', ' HasMaxValueOfOne="true"'), { ...whole, share: 7 }],
  ])('is read: %s', (_, share, expected) => {
    const { track, notes } = read(place, controller(share) + place)
    expect([track?.rightsController, notes]).toEqual([expected, []])
  })

  it.each([
    ['with an unknown share', '<RightShareUnknown>true</RightShareUnknown>'],
    ['with a share above the whole', percent('150')],
  ])('is left out %s, with a note in the report', (_, share) => {
    const { track, notes } = read(place, controller(share) + place)
    expect(track).not.toHaveProperty('rightsController')
    expect(codesOf(notes)).toEqual(['dropped RightsController'])
  })

  it('is the first of several', () => {
    const { track, notes } = read(place, controller(percent('60')) + controller(percent('40'), 'Red Lamp') + place)
    expect(track?.rightsController).toEqual({ ...whole, share: 60 })
    expect(codesOf(notes)).toEqual(['dropped RightsController[2]'])
  })
})

describe('the day a recording was made', () => {
  const place = '<Duration>PT3M1S</Duration>'
  it.each([
    ['<CreationDate>2019</CreationDate>', 2019, undefined],
    ['<CreationDate TerritoryCode="SE">2019-05-02</CreationDate>', 2019, 'SE'],
    ['<CreationDate TerritoryCode="NO" IsApproximate="true">2019-05</CreationDate>', 2019, 'NO'],
    ['<CreationDate TerritoryCode="Worldwide">2019</CreationDate>', 2019, undefined],
  ])('has its country: %s', (written, year, country) => {
    const { track, notes } = read(place, place + written)
    expect([track?.recordingYear, track?.recordingCountry, notes]).toEqual([year, country, []])
  })
})

describe('a track that is hidden before it comes out', () => {
  const place = '<ValidityPeriod><StartDate>2026-12-11</StartDate></ValidityPeriod>'
  const shownFrom = (day: string) =>
    ['ReleaseDisplay', 'TrackListingPreview', 'CoverArtPreview', 'ClipPreview']
      .map((what) => `<${what}StartDate>${day}</${what}StartDate>`)
      .join('')
  it.each([
    ['the day of the deal', '2026-12-11', true],
    ['a later day', '2026-12-12', true],
    ['an earlier day', '2026-12-01', false],
  ])('is read as hidden until %s', (_, day, isHidden) => {
    const xml = message3('3.8.3').replace(place, place + shownFrom(day))
    if (hasSchemaOf('3.8.3')) expect(schemaErrors(xml, '3.8.3')).toEqual([])
    const { release, notes } = readMessage(Buffer.from(xml))
    expect([release?.tracks[0]?.isHidden, notes.length]).toEqual([isHidden, isHidden ? 0 : 4])
  })
})

describe('what hubs like this one write about a work', () => {
  const place = '<IndirectSoundRecordingId><ISWC>T0345246801</ISWC>'
  const own = (name: string, value: string) =>
    `<ProprietaryId Namespace="DPID:PADPIDA2099010103C/${name}">trk_01JD3MZ6V8Q4W9X2K7N5T00001:${value}</ProprietaryId>`
  it.each([
    ['composition', 'cover', { composition: 'cover' }],
    ['composition', 'public_domain', { composition: 'public_domain' }],
    ['licence', 'Licence: 1', { licence: 'Licence: 1' }],
    ['containsSamples', 'false', { containsSamples: false }],
    ['language', 'zh-Hant-TW', { language: 'zh-Hant-TW' }],
    ['recordingCountry', 'NO', { recordingCountry: 'NO' }],
  ])('is read: its %s is %s', (name, value, expected) => {
    const { track, notes } = read(place, place + own(name, value))
    expect([track, notes]).toEqual([expect.objectContaining(expected), []])
  })

  it.each([
    ['composition', 'nonsense'],
    ['recordingCountry', 'Norway'],
    ['containsSamples', 'perhaps'],
  ])('is not read if the value is invalid: its %s is %s', (name, value) => {
    expect(read(place, place + own(name, value)).track).not.toHaveProperty(name)
  })
})

describe('the cover in the order of the resources', () => {
  const place = /<ResourceGroupContentItem>.*<\/ResourceGroupContentItem>/.exec(message3('3.8.3'))?.[0] ?? ''
  const item = (reference: string) =>
    `<ResourceGroupContentItem><ResourceType>Image</ResourceType><ReleaseResourceReference ReleaseResourceType="SecondaryResource">${reference}</ReleaseResourceReference></ResourceGroupContentItem>`
  it('is not reported as left out', () => {
    expect(read(place, place + item('A2')).notes).toEqual([])
  })
})
