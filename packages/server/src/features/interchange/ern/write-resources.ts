import { type Contributor, parseIsrc } from '@spindle/contract'
import { type AiDisclosure, artworkAi, discloseAi } from './ai-disclosure.ts'
import { type ErnFile, type ErnInput, fileName, namespaceOf, traitsOf } from './ern-model.ts'
import { codecOf, containers, imageCodecs } from './file-formats.ts'
import { contributorsOf, controllerOf, isVariousArtists, type Parties, variousArtists } from './parties.ts'
import { displayRoleOf, instrumentOf, roleOf, type Word } from './roles.ts'
import { instrumentsOf, listShownArtists, type Shown } from './shown-artists.ts'
import type { WrittenDeals } from './write-deals.ts'
import { writeLine, writeWord, writeWorkIds } from './write-parts.ts'
import {
  durationOf,
  shownTitle,
  sungLanguageOf,
  titlesInLanguages,
  versionTypeOf,
  warningOf,
} from './written-values.ts'
import type { XmlWriter } from './xml-writer.ts'

/** The recordings and the cover. */

type Track = ErnInput['tracks'][number]

interface Titled {
  readonly title: string
  readonly subtitle?: string | undefined
  readonly version?: string | undefined
  readonly titles?: ErnInput['release']['titles']
}

/** The title as it is shown, its parts, and both in other languages. */
export function writeTitles(xml: XmlWriter, { title, subtitle, version, titles = [] }: Titled): void {
  const others = titlesInLanguages(titles)
  xml.text('DisplayTitleText', shownTitle(title, version), { IsDefault: true })
  for (const other of others) xml.text('DisplayTitleText', other.title, { LanguageAndScriptCode: other.code })
  xml.element('DisplayTitle', { IsDefault: true }, () => {
    xml.text('TitleText', title)
    xml.text('SubTitle', subtitle)
    xml.text('SubTitle', version, { SubTitleType: 'Version' })
  })
  for (const other of others)
    xml.element('DisplayTitle', { LanguageAndScriptCode: other.code }, () => {
      xml.text('TitleText', other.title)
      xml.text('SubTitle', other.subtitle)
    })
  xml.text('VersionType', versionTypeOf(version))
}

export function writeDisplayArtists(
  xml: XmlWriter,
  people: Shown,
  { input, parties }: Pick<MessageContext, 'input' | 'parties'>,
): void {
  const { hasSpecialArtists } = traitsOf(input)
  const referenceOf = ({ name, partyIds }: Contributor): string => {
    if (!isVariousArtists(name)) return parties.personReferenceOf(name, partyIds)
    return hasSpecialArtists ? '' : parties.personReferenceOf(variousArtists.name)
  }
  for (const [index, [who, { role, others }]] of [...listShownArtists(people, referenceOf)].entries())
    xml.element('DisplayArtist', { SequenceNumber: index + 1 }, () => {
      if (who === '') xml.text('SpecialDisplayArtist', 'VariousArtists')
      else {
        xml.text('ArtistPartyReference', who)
        writeWord(xml, 'DisplayArtistRole', role, namespaceOf(input))
      }
      for (const other of others) writeRole(xml, 'ArtisticRole', { role: other, instruments: [] }, input)
    })
}

/** A role with its instruments; in versions where these belong to the contributor, the role alone. */
function writeRole(
  xml: XmlWriter,
  element: 'Role' | 'ArtisticRole',
  { role, instruments }: { readonly role: Word; readonly instruments: readonly string[] },
  input: ErnInput,
): void {
  if (traitsOf(input).hasRoleParts)
    xml.element(element, {}, () => {
      writeWord(xml, 'Value', role, namespaceOf(input))
      writeInstruments(xml, instruments, input)
    })
  else writeWord(xml, element, role, namespaceOf(input))
}

function writeInstruments(xml: XmlWriter, instruments: readonly string[], input: ErnInput): void {
  for (const name of new Set(instruments)) writeWord(xml, 'InstrumentType', instrumentOf(name), namespaceOf(input))
}

/** One contributor for each party, with all it did. */
function writeContributors(
  xml: XmlWriter,
  others: readonly Contributor[],
  { input, parties, ai }: Pick<MessageContext, 'input' | 'parties'> & { readonly ai: AiDisclosure },
): void {
  const byParty = Map.groupBy(others, ({ name, partyIds }) => parties.personReferenceOf(name, partyIds))
  let sequence = 0
  for (const [reference, did] of byParty)
    xml.element('Contributor', { SequenceNumber: ++sequence }, () => {
      xml.text('ContributorPartyReference', reference)
      const roles = Map.groupBy(did, ({ role }) => JSON.stringify(roleOf(role)))
      for (const [word, same] of roles)
        writeRole(xml, 'Role', { role: JSON.parse(word) as Word, instruments: instrumentsOf(same) }, input)
      if (!traitsOf(input).hasRoleParts) writeInstruments(xml, instrumentsOf(did), input)
      if (ai.isHelped(did.map(({ role }) => roleOf(role).value))) xml.text('AiContribution', 'Partly')
    })
  if (ai.generatedRoles.length > 0)
    xml.element('Contributor', { SequenceNumber: ++sequence }, () => {
      xml.text('SpecialContributor', 'GenerativeAI')
      for (const role of ai.generatedRoles) xml.element('Role', {}, () => xml.text('Value', role))
    })
}

function writeFile(xml: XmlWriter, input: ErnInput, file: ErnFile, resource: number): void {
  xml.element('File', {}, () => {
    xml.text('URI', fileName(input, resource, file))
    xml.element('HashSum', {}, () => {
      xml.text('Algorithm', 'SHA-256')
      xml.text('HashSumValue', file.sha256)
    })
    xml.text('FileSize', file.size)
  })
  xml.text('IsProvidedInDelivery', input.providesFiles)
}

function writeAudioFile(xml: XmlWriter, input: ErnInput, file: ErnFile | undefined, resource: number): void {
  if (!file?.audio) return
  const { codec, channels, sampleRate, bitDepth } = file.audio
  xml.element('DeliveryFile', {}, () => {
    xml.text('Type', 'AudioFile')
    xml.text('ContainerFormat', containers[file.container])
    writeWord(xml, 'AudioCodecType', codecOf(codec), namespaceOf(input))
    xml.text('NumberOfChannels', channels)
    xml.text('SamplingRate', sampleRate, { UnitOfMeasure: 'Hz' })
    xml.text('BitsPerSample', bitDepth ?? undefined)
    writeFile(xml, input, file, resource)
  })
}

function writeEdition(xml: XmlWriter, input: ErnInput, track: Track, resource: number): void {
  const { release } = input
  xml.element('SoundRecordingEdition', {}, () => {
    xml.text('Type', 'NonImmersiveEdition')
    xml.element('ResourceId', {}, () => {
      const isrc = parseIsrc(track.isrc ?? '')
      if (isrc === undefined) xml.text('ProprietaryId', track.id, { Namespace: namespaceOf(input) })
      else xml.text('ISRC', isrc)
    })
    writeLine(xml, 'P', track.pLine ?? release.pLine)
    xml.element('TechnicalDetails', {}, () => {
      xml.text('TechnicalResourceDetailsReference', `T${resource}`)
      writeAudioFile(xml, input, input.files.get(track.uploadId), resource)
      writeClip(xml, track, resource)
    })
  })
}

function writeClip(xml: XmlWriter, { previewStartMs }: Track, resource: number): void {
  if (previewStartMs === undefined) return
  xml.element('ClipDetails', {}, () => {
    xml.text('TechnicalResourceDetailsReference', `T${resource}_clip`)
    xml.text('ClipType', 'Preview')
    xml.element('Timing', {}, () => {
      xml.text('StartPoint', previewStartMs / 1000)
      xml.text('DurationUsed', 'PT30S')
    })
    xml.text('ExpressionType', 'Instructive')
  })
}

/** What all parts of one message have in common. */
export interface MessageContext extends WrittenDeals {
  readonly input: ErnInput
  readonly parties: Parties
  /** The artist as it is shown, of a track or of the release. */
  readonly artistOf: (track: Track) => string
}

export function writeRecording(xml: XmlWriter, track: Track, number: number, context: MessageContext): void {
  const { input, parties, artistOf } = context
  const { release } = input
  const contributors = contributorsOf(track, release)
  const others = contributors.filter(({ role }) => displayRoleOf(role) === undefined)
  const { hasAi, needsWarning } = traitsOf(input)
  const ai = discloseAi(hasAi ? (track.aiUsage ?? release.aiUsage) : undefined, others)
  xml.element('SoundRecording', {}, () => {
    xml.text('ResourceReference', `A${number}`)
    xml.text('Type', 'MusicalWorkSoundRecording')
    writeEdition(xml, input, track, number)
    writeWorkId(xml, track, input)
    writeTitles(xml, track)
    xml.text('DisplayArtistName', artistOf(track), { IsDefault: true })
    writeDisplayArtists(xml, { contributors }, context)
    writeContributors(xml, others, { input, parties, ai })
    writeRightsController(xml, controllerOf(track, release), parties)
    xml.text('Duration', durationOf(track.durationMs ?? 0))
    writeHistory(xml, track, release)
    const warning = warningOf(track.explicit ?? release.explicit)
    xml.text('ParentalWarningType', warning ?? (needsWarning ? 'Unknown' : undefined))
    xml.text('ContainsAI', ai.containsAi)
    xml.text('IsCover', track.composition === undefined ? undefined : track.composition === 'cover')
    xml.text('IsInstrumental', track.instrumental)
    xml.text('LanguageOfPerformance', sungLanguageOf(track, release))
  })
}

function writeWorkId(xml: XmlWriter, track: Track, input: ErnInput): void {
  const { composition, licence, containsSamples } = track
  const isFiner = composition === 'public_domain' || composition === 'adaptation'
  const own = { composition: isFiner ? composition : undefined, licence, containsSamples }
  writeWorkIds(xml, 'WorkId', { track, own }, input)
}

function writeHistory(xml: XmlWriter, track: Track, release: ErnInput['release']): void {
  xml.text('CreationDate', track.recordingYear)
  xml.text('FirstPublicationDate', track.firstPublicationDate ?? release.originalReleaseDate ?? release.releaseDate)
  const { recordingCountry } = track
  if (recordingCountry !== undefined)
    xml.element('LocationAndDateOfSession', {}, () =>
      xml.element('Venue', {}, () => xml.text('TerritoryCode', recordingCountry)),
    )
}

function writeRightsController(xml: XmlWriter, controller: Track['rightsController'], parties: Parties): void {
  if (!controller) return
  xml.element('ResourceRightsController', { SequenceNumber: 1 }, () => {
    xml.text('RightsControllerPartyReference', parties.companyReferenceOf(controller.name, controller.partyIds))
    xml.text('RightsControlType', 'RightsController')
    // Only a part may be stated: DDEX's own check refuses 100 (rule 1013-1).
    if (controller.share !== 100) xml.text('RightSharePercentage', controller.share)
  })
}

export function writeCover(xml: XmlWriter, input: ErnInput, number: number): void {
  const { coverUploadId = '', explicit, aiUsage } = input.release
  const file = input.files.get(coverUploadId)
  const pixels = { UnitOfMeasure: 'Pixel' }
  xml.element('Image', {}, () => {
    xml.text('ResourceReference', `A${number}`)
    xml.text('Type', 'FrontCoverImage')
    xml.element('ResourceId', {}, () => xml.text('ProprietaryId', coverUploadId, { Namespace: namespaceOf(input) }))
    xml.text('ParentalWarningType', warningOf(explicit === 'clean' ? 'not_explicit' : explicit))
    xml.text('ContainsAI', traitsOf(input).hasAi ? artworkAi(aiUsage) : undefined)
    if (!file?.image) return
    const { width, height } = file.image
    xml.element('TechnicalDetails', {}, () => {
      xml.text('TechnicalResourceDetailsReference', `T${number}`)
      xml.text('ImageCodecType', imageCodecs[file.container] ?? 'Unknown')
      xml.text('ImageHeight', height, pixels)
      xml.text('ImageWidth', width, pixels)
      writeFile(xml, input, file, number)
    })
  })
}
