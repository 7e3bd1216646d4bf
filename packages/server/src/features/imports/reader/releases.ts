import type { ReleaseInput } from '@spindle/contract'
import { attributeOf, childOf, childrenOf, type Element, linesOf, passOver, textIn, textOf } from './element.ts'
import { readLine } from './files.ts'
import { type Groups, readGroups } from './groups.ts'
import type { Notes } from './notes.ts'
import { type Parties, readPeople3, readPeople4 } from './people.ts'
import type { ReadMessage, ReadRelease } from './reading.ts'
import { detailsOf, fitted, languageOfMessage, type Reader, readWarning } from './recordings.ts'
import { RefusedMessage } from './refused-message.ts'
import { readTitles3, readTitles4 } from './titles.ts'
import { dayOf, defined, flagOf } from './values.ts'

/** The product of a message, and the releases of its tracks. */

export interface Product {
  readonly element: Element
  readonly reference: string
  readonly members: ReadRelease['members']
  readonly identity: ReadMessage['identity']
  readonly groups: Groups
}

export interface TrackRelease {
  readonly reference: string
  readonly resource: string
  readonly genre: string | undefined
  readonly isrc: string | undefined
  readonly isHidden: boolean
}

export function readIdentity(
  holder: Element | undefined,
): ReadMessage['identity'] & { readonly catalogNumber?: string } {
  const ids = childrenOf(holder, 'ReleaseId')
  const first = (name: string, length: number): string | undefined =>
    ids.map((id) => textIn(id, name)?.slice(0, length)).find((text) => text !== undefined)
  const proprietaryIds = ids.flatMap((id) =>
    childrenOf(id, 'ProprietaryId').flatMap((own) => {
      const value = textOf(own)
      const namespace = attributeOf(own, 'Namespace') ?? ''
      return value === undefined ? [] : [{ namespace: namespace.slice(0, 120), value: value.slice(0, 255) }]
    }),
  )
  const catalogNumber = first('CatalogNumber', 64)
  return {
    icpn: first('ICPN', 40) ?? null,
    grid: first('GRid', 40) ?? null,
    proprietaryIds: proprietaryIds.slice(0, 20),
    ...(catalogNumber === undefined ? {} : { catalogNumber }),
  }
}

/** In ERN 3 everything is a Release. If more than one could be meant, the hub does not guess. */
function findProduct(list: Element | undefined, family: Reader['family']): Element {
  const all = childrenOf(list, 'Release')
  const main = all.filter((one) => attributeOf(one, 'IsMainRelease') === 'true')
  const products = all.filter((one) => !childrenOf(one, 'ReleaseType').some((type) => textOf(type) === 'TrackRelease'))
  const candidates = family === 4 ? all : main.length > 0 ? main : products
  const [product, other] = candidates
  if (product && !other) return product
  const why = product ? 'more than one main release; mark one with IsMainRelease' : 'no main release'
  throw new RefusedMessage('message_unusable', `The message has ${why}.`, (other ?? list)?.line)
}

const types: Readonly<Record<string, ReleaseInput['type']>> = {
  Single: 'single',
  SingleResourceRelease: 'single',
  EP: 'ep',
  MiniAlbum: 'ep',
  Album: 'album',
  ClassicalAlbum: 'album',
  Compilation: 'album',
}

function readType(product: Element, trackCount: number, notes: Notes): { type: ReleaseInput['type']; word: string } {
  const element = childOf(product, 'ReleaseType')
  const text = textOf(element) ?? ''
  const word = text === 'UserDefined' ? (attributeOf(element, 'UserDefinedValue') ?? '') : text
  const known = types[word]
  if (known !== undefined) return { type: known, word }
  const type = trackCount <= 3 ? 'single' : trackCount <= 6 ? 'ep' : 'album'
  notes.add(
    'assumed',
    element ?? product,
    `The type was derived from the ${trackCount} tracks of the release: ${type}.`,
  )
  return { type, word }
}

function labelOf(product: Element, details: Element | undefined, { family, parties, notes }: Reader) {
  if (family === 3) return { label: fitted(details, 'LabelName', 200, notes), labelPartyIds: undefined }
  const references = childrenOf(product, 'ReleaseLabelReference')
  const [main, ...others] = references
  const party = parties.get(textOf(main) ?? '')
  for (const other of others)
    if (textOf(other) !== textOf(main)) notes.add('dropped', other, 'A release can have only one label.')
  return { label: party?.name, labelPartyIds: party?.partyIds }
}

const genreOf = (from: Element | undefined) => {
  const genre = childrenOf(from, 'DisplayGenre', 'Genre')[0]
  return { genre: textIn(genre, 'GenreText')?.slice(0, 64), subgenre: textIn(genre, 'SubGenre')?.slice(0, 64) }
}

/** ERN 3 has it in the details by territory, and only for several artists. */
function compilationFlagOf(details: Element | undefined): boolean | undefined {
  const flags = childrenOf(details, 'IsMultiArtistCompilation', 'IsSingleArtistCompilation').map(flagOf)
  return flags.includes(true) || (flags.includes(false) ? false : undefined)
}

const dated = (product: Element, details: Element | undefined, name: string, notes: Notes): string | undefined =>
  dayOf(childOf(details, name) ?? childOf(product, name, `Global${name}`), notes)

/** Discs without a title are named by their number if others have a title. */
function discTitlesOf({ titles, items }: Groups): string[] | undefined {
  if (titles.size === 0) return undefined
  const last = Math.max(...items.map(({ disc }) => disc), ...titles.keys())
  return Array.from({ length: Math.min(last, 99) }, (_, index) => titles.get(index + 1) ?? `Disc ${index + 1}`)
}

export function readProduct(root: Element, trackCount: number, reader: Reader): Product {
  const { family, notes, parties } = reader
  const product = findProduct(childOf(root, 'ReleaseList'), family)
  const details = family === 3 ? detailsOf(product, 'ReleaseDetailsByTerritory', notes) : product
  const titles = family === 3 ? readTitles3(details, product, notes) : readTitles4(product, notes)
  if (titles.title === undefined)
    throw new RefusedMessage('message_unusable', 'The release has no title.', product.line)
  const inner = readGroups(product)
  const groups = inner.items.length === 0 && details && family === 3 ? readGroups(details) : inner
  const { catalogNumber, ...identity } = readIdentity(product)
  const { type, word } = readType(product, trackCount, notes)
  const isCompilation = compilationFlagOf(details)
  passOver(product, 'Duration', 'ReleaseResourceReferenceList', 'ReleaseCollectionReferenceList')
  const members = {
    ...titles,
    title: titles.title,
    type,
    displayArtist: fitted(details, 'DisplayArtistName', 500, notes),
    contributors: peopleOf(product, details, { family, parties, notes }),
    isCompilation: isCompilation ?? (word === 'Compilation' ? true : undefined),
    ...labelOf(product, details, reader),
    discTitles: discTitlesOf(groups),
    pLine: readLine(details, 'P', notes) ?? readLine(product, 'P', notes),
    cLine: readLine(details, 'C', notes) ?? readLine(product, 'C', notes),
    ...genreOf(details),
    language: languageOfMessage(root),
    explicit: readWarning(details),
    keywords: keywordsOf(details, notes),
    marketingComment: fitted(details, 'MarketingComment', 1000, notes, linesOf),
    upc: identity.icpn ?? undefined,
    grid: identity.grid ?? undefined,
    catalogNumber,
    releaseDate: dated(product, details, 'ReleaseDate', notes),
    originalReleaseDate: dated(product, details, 'OriginalReleaseDate', notes),
  }
  return {
    element: product,
    reference: textIn(product, 'ReleaseReference') ?? '',
    members: defined(members),
    identity,
    groups,
  }
}

const peopleOf = (
  product: Element,
  details: Element | undefined,
  { family, parties, notes }: { readonly family: 3 | 4; readonly parties: Parties; readonly notes: Notes },
) => (family === 3 ? readPeople3(details, notes) : readPeople4(product, parties, notes))

const keywordsOf = (from: Element | undefined, notes: Notes): string[] | undefined => {
  const words = childrenOf(from, 'Keywords').flatMap((element) => {
    const text = textOf(element)
    return text === undefined ? [] : [notes.fit(element, text, 50)]
  })
  return words.length === 0 ? undefined : words.slice(0, 20)
}

/** What is repeated for each track is ignored: a track is a part of its release. */
export function readTrackReleases(root: Element, product: Element, { family }: Reader): TrackRelease[] {
  const list = childOf(root, 'ReleaseList')
  const all = childrenOf(list, family === 4 ? 'TrackRelease' : 'Release').filter((one) => one !== product)
  return all.map((element) => {
    const [resource] = childrenOf(
      family === 4 ? element : childOf(element, 'ReleaseResourceReferenceList'),
      'ReleaseResourceReference',
    )
    const details = family === 4 ? element : childOf(element, 'ReleaseDetailsByTerritory')
    const [id] = childrenOf(element, 'ReleaseId')
    const read = {
      reference: textIn(element, 'ReleaseReference') ?? '',
      resource: textOf(resource) ?? '',
      genre: genreOf(details).genre,
      isrc: textIn(id, 'ISRC')?.slice(0, 40),
      isHidden: childOf(element, 'ReleaseVisibilityReference') !== undefined,
    }
    for (const { name } of element.children) passOver(element, name)
    return read
  })
}
