import type { TrackInput } from '@spindle/contract'
import { readAiUsage, readArtworkAi } from './ai-usage.ts'
import {
  attributeOf,
  childOf,
  childrenOf,
  descend,
  type Element,
  isWorldwide,
  passOver,
  textIn,
  textOf,
} from './element.ts'
import { readLine, readTechnical } from './files.ts'
import type { Notes } from './notes.ts'
import { type Parties, readParty, readPeople3, readPeople4 } from './people.ts'
import type { ReadFile, ReadTrack } from './reading.ts'
import { RefusedMessage } from './refused-message.ts'
import { readTitles3, readTitles4 } from './titles.ts'
import { dayOf, defined, flagOf, flagOfText, lengthOf, yearOf } from './values.ts'

/** The resources of a message, by their references. */

export interface Recording {
  readonly members: ReadTrack['members']
  readonly file: ReadFile
  readonly seconds: number | null
}

export interface Picture {
  readonly file: ReadFile
  readonly isFront: boolean
  readonly aiLevel: ReturnType<typeof readArtworkAi>
}

export interface Resources {
  readonly recordings: ReadonlyMap<string, Recording>
  readonly pictures: ReadonlyMap<string, Picture>
}

export interface Reader {
  readonly notes: Notes
  readonly parties: Parties
  /** ERN 3 or 4. */
  readonly family: 3 | 4
}

const warnings: Readonly<Record<string, TrackInput['explicit']>> = {
  Explicit: 'explicit',
  ExplicitContentEdited: 'clean',
  NotExplicit: 'not_explicit',
}
export const readWarning = (from: Element | undefined): TrackInput['explicit'] =>
  warnings[textIn(from, 'ParentalWarningType') ?? '']

/** The value for all territories, otherwise the first one. The others are reported as left out. */
export function detailsOf(element: Element, name: string, notes: Notes): Element | undefined {
  const all = childrenOf(element, name)
  const base = all.find((one) => isWorldwide(textIn(one, 'TerritoryCode'))) ?? all[0]
  for (const other of all) {
    passOver(other, 'TerritoryCode', 'ExcludedTerritoryCode')
    if (other === base) continue
    for (const child of other.children) passOver(other, child.name)
    notes.add(
      'dropped',
      other,
      'Details for single territories were not imported: a release has the same details everywhere.',
    )
  }
  return base
}

export function fitted(
  from: Element | undefined,
  name: string,
  length: number,
  notes: Notes,
  read = textOf,
): string | undefined {
  const element = childOf(from, name)
  const text = read(element)
  return element && text !== undefined ? notes.fit(element, text, length) : undefined
}

const identifier = (from: Element | undefined, name: string): string | undefined => textIn(from, name)?.slice(0, 40)

function titled<T extends { readonly title: string | undefined }>(element: Element, what: string, titles: T) {
  if (titles.title === undefined) throw new RefusedMessage('message_unusable', `${what} has no title.`, element.line)
  return { ...titles, title: titles.title }
}

/** The share, 100 for the only controller without one; undefined for one that the sender does not know. */
function shareOf3(controller: Element, isOnly: boolean): number | undefined {
  const element = childOf(controller, 'RightSharePercentage')
  if (flagOf(childOf(controller, 'RightShareUnknown')) === true) return undefined
  const written = Number(textOf(element) ?? (isOnly ? 100 : Number.NaN))
  const share = flagOfText(attributeOf(element, 'HasMaxValueOfOne')) === true ? roundShare(written * 100) : written
  return share >= 0 && share <= 100 ? share : undefined
}

/** 0.07 of the whole is 7, not 7.000000000000001. */
const roundShare = (share: number): number => Math.round(share * 10_000) / 10_000

function readController3(details: Element | undefined, notes: Notes): TrackInput['rightsController'] {
  const controllers = childrenOf(details, 'RightsController')
  const [first, ...others] = controllers
  if (!first) return undefined
  const party = readParty(first, notes)
  const share = shareOf3(first, others.length === 0)
  for (const controller of controllers) for (const { name } of controller.children) passOver(controller, name)
  for (const other of others) notes.add('dropped', other, 'Only the first rights controller was imported.')
  if (party && share !== undefined) return { ...defined({ name: party.name, partyIds: party.partyIds }), share }
  notes.add('dropped', first, 'A rights controller without a name or with an unknown share was not imported.')
  return undefined
}

function readController(recording: Element, parties: Parties): TrackInput['rightsController'] {
  const controllers = childrenOf(recording, 'ResourceRightsController')
  const [controller] = controllers
  const party = parties.get(textIn(controller, 'RightsControllerPartyReference') ?? '')
  // A message omits the share of a controller that has the whole (DDEX rule 1013-1). Of several, each has a part.
  const unstated = controllers.length === 1 ? 100 : Number.NaN
  const share = Number(textIn(controller, 'RightSharePercentage') ?? unstated)
  passOver(controller, 'RightsControlType')
  if (!party || !(share >= 0 && share <= 100)) return undefined
  return { ...defined({ name: party.name, partyIds: party.partyIds }), share }
}

/** Values that only Spindle hubs send about a work, in separate namespaces, after the id of the track. */
function ownWord(work: Element | undefined, name: string): string | undefined {
  const id = childrenOf(work, 'ProprietaryId').find((one) => attributeOf(one, 'Namespace')?.endsWith(`/${name}`))
  return /^trk_[^:]*:(.+)$/s.exec(textOf(id) ?? '')?.[1]
}

const compositions: readonly string[] = ['original', 'cover', 'public_domain', 'adaptation']

/** ERN 3 has nothing of its own about it. */
function readComposition3(work: Element | undefined): TrackInput['composition'] {
  const word = ownWord(work, 'composition')
  return compositions.find((one) => one === word) as TrackInput['composition']
}

/** Members that only Spindle hubs send. */
function readOwnMembers(work: Element | undefined): Pick<TrackInput, 'licence' | 'containsSamples'> {
  const samples = ownWord(work, 'containsSamples')
  return defined({
    licence: ownWord(work, 'licence')?.slice(0, 500),
    containsSamples: samples === 'true' || samples === 'false' ? samples === 'true' : undefined,
  })
}

function readComposition(recording: Element, work: Element | undefined): TrackInput['composition'] {
  const isCover = flagOf(childOf(recording, 'IsCover'))
  const word = ownWord(work, 'composition')
  if (isCover !== true && (word === 'public_domain' || word === 'adaptation')) return word
  return isCover === undefined ? undefined : isCover ? 'cover' : 'original'
}

/** Without words it has no language, whatever else the message states. */
function readSung(recording: Element, notes: Notes): Pick<TrackInput, 'language' | 'instrumental'> {
  const instrumental = flagOf(childOf(recording, 'IsInstrumental'))
  const element = childOf(recording, 'LanguageOfPerformance')
  const language = fitted(recording, 'LanguageOfPerformance', 35, notes)
  if (instrumental !== true || language === undefined || language === 'zxx')
    return { ...defined({ instrumental, language }) }
  notes.add(
    'dropped',
    element ?? recording,
    'An instrumental track has no language. The language in the message was not imported.',
  )
  return { instrumental }
}

const countryOf = (code: string | undefined): string | undefined =>
  code !== undefined && /^[A-Z]{2}$/.test(code) ? code : undefined

/** Elements that have the same name in both families. */
const commonMembers = (recording: Element, details: Element | undefined, { notes }: Reader) => ({
  displayArtist: fitted(details, 'DisplayArtistName', 500, notes),
  explicit: readWarning(details),
  ...readSung(recording, notes),
})

function readRecording4(recording: Element, reader: Reader): Recording {
  const { notes, parties } = reader
  // In a separate edition since 4.3.
  const edition = childOf(recording, 'SoundRecordingEdition') ?? recording
  const id = childOf(edition, 'ResourceId')
  const { file, previewStartMs } = readTechnical(edition, ['TechnicalDetails', 'TechnicalSoundRecordingDetails'], notes)
  passOver(edition, 'Type', 'EditionType')
  passOver(recording, 'Type')
  passOver(id, 'ProprietaryId')
  const work = childOf(recording, 'WorkId')
  const country = textIn(descend(recording, 'LocationAndDateOfSession', 'Venue'), 'TerritoryCode')
  const members = {
    ...titled(recording, 'A recording', readTitles4(recording, notes)),
    ...commonMembers(recording, recording, reader),
    contributors: readPeople4(recording, parties, notes),
    isrc: identifier(id, 'ISRC'),
    iswc: identifier(work, 'ISWC'),
    pLine: readLine(edition, 'P', notes),
    composition: readComposition(recording, work),
    ...readOwnMembers(work),
    recordingYear: yearOf(childOf(recording, 'CreationDate')),
    recordingCountry: countryOf(country),
    firstPublicationDate: dayOf(childOf(recording, 'FirstPublicationDate'), notes),
    rightsController: readController(recording, parties),
    aiUsage: audioUsage(recording, notes),
    previewStartMs,
  }
  return { members: defined(members), file, seconds: lengthOf(childOf(recording, 'Duration'), notes) }
}

function audioUsage(recording: Element, notes: Notes): TrackInput['aiUsage'] {
  const { artwork: _artwork, ...usage } = readAiUsage(recording, notes) ?? {}
  return Object.keys(usage).length === 0 ? undefined : usage
}

function readRecording3(recording: Element, reader: Reader): Recording {
  const { notes } = reader
  const details = detailsOf(recording, 'SoundRecordingDetailsByTerritory', notes)
  const id = childOf(recording, 'SoundRecordingId')
  const { file, previewStartMs } = readTechnical(details, ['TechnicalSoundRecordingDetails'], notes)
  passOver(recording, 'SoundRecordingType', 'IsArtistRelated')
  passOver(id, 'ProprietaryId', 'CatalogNumber')
  passOver(details, 'LabelName', 'Genre')
  const created = childOf(recording, 'CreationDate')
  const work = childOf(recording, 'IndirectSoundRecordingId')
  const language = ownWord(work, 'language')?.slice(0, 35)
  const members = {
    ...titled(recording, 'A recording', readTitles3(details, recording, notes)),
    ...commonMembers(recording, details, reader),
    contributors: readPeople3(details, notes),
    isrc: identifier(id, 'ISRC'),
    ...(language === undefined ? {} : { language }),
    iswc: identifier(work, 'ISWC'),
    composition: readComposition3(work),
    ...readOwnMembers(work),
    pLine: readLine(details, 'P', notes) ?? readLine(recording, 'P', notes),
    recordingYear: yearOf(created),
    recordingCountry: countryOf(attributeOf(created, 'TerritoryCode') ?? ownWord(work, 'recordingCountry')),
    firstPublicationDate: dayOf(childOf(details, 'OriginalResourceReleaseDate'), notes),
    rightsController: readController3(details, notes),
    previewStartMs,
  }
  return { members: defined(members), file, seconds: lengthOf(childOf(recording, 'Duration'), notes) }
}

function readPicture(picture: Element, { notes, family }: Reader): Picture {
  const details = family === 3 ? detailsOf(picture, 'ImageDetailsByTerritory', notes) : picture
  passOver(picture, 'ResourceId', 'ImageId', 'ParentalWarningType')
  passOver(details, 'ParentalWarningType')
  const { file } = readTechnical(details, ['TechnicalDetails', 'TechnicalImageDetails'], notes)
  return {
    file,
    isFront: textIn(picture, 'Type', 'ImageType') === 'FrontCoverImage',
    aiLevel: readArtworkAi(picture),
  }
}

export function readResources(root: Element, reader: Reader): Resources {
  const list = childOf(root, 'ResourceList')
  const recordings = new Map<string, Recording>()
  const pictures = new Map<string, Picture>()
  for (const element of childrenOf(list, 'SoundRecording')) {
    const reference = textIn(element, 'ResourceReference') ?? ''
    const recording = reader.family === 4 ? readRecording4(element, reader) : readRecording3(element, reader)
    if (recordings.has(reference))
      throw new RefusedMessage('message_unusable', `Two recordings have the reference ${reference}.`, element.line)
    recordings.set(reference, recording)
  }
  for (const element of childrenOf(list, 'Image'))
    pictures.set(textIn(element, 'ResourceReference') ?? '', readPicture(element, reader))
  return { recordings, pictures }
}

export const languageOfMessage = (root: Element): string | undefined =>
  attributeOf(root, 'LanguageAndScriptCode')?.slice(0, 35)
