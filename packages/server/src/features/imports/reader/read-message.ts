import { collectTerms, type Deals, readDeals } from './deals.ts'
import { childOf, type Element, passOver, textIn } from './element.ts'
import { collectNotes, noteUnread } from './notes.ts'
import { parseXml } from './parse-xml.ts'
import { readParties } from './people.ts'
import { maxTerms, maxUnclear, type ReadMessage, type ReadRelease, type ReadTerms, type ReadTrack } from './reading.ts'
import { type Reader, type Resources, readResources } from './recordings.ts'
import { RefusedMessage } from './refused-message.ts'
import { type Product, readIdentity, readProduct, readTrackReleases, type TrackRelease } from './releases.ts'
import { instantOf } from './values.ts'

/**
 * Converts a message of ERN 3.8 to 4.3.2 to the hub's model. Pure except for its limits: the same bytes give the same
 * result.
 */

const versions: Readonly<Record<string, string>> = {
  '38': '3.8',
  '381': '3.8.1',
  '382': '3.8.2',
  '383': '3.8.3',
  '41': '4.1',
  '411': '4.1.1',
  '42': '4.2',
  '43': '4.3',
  '431': '4.3.1',
  '432': '4.3.2',
}
const maxTracks = 500

export function readMessage(bytes: Uint8Array): ReadMessage {
  const { root, namespace } = parseXml(bytes)
  const version = versions[/^http:\/\/(?:service\.)?ddex\.net\/\S*?(\d{2,3})$/.exec(namespace)?.[1] ?? '']
  const isPurge = root.name === 'PurgeReleaseMessage'
  if (version === undefined || !(isPurge || root.name === 'NewReleaseMessage'))
    throw new RefusedMessage(
      'message_unknown',
      `The message is ${root.name.slice(0, 80)} of ${namespace.slice(0, 200) || 'no namespace'}. The hub reads NewReleaseMessage and PurgeReleaseMessage of ERN 3.8 to 4.3.2.`,
      root.line,
    )
  root.isRead = true
  const header = readHeader(root)
  if (!isPurge) return { version, ...header, ...readOffer(root, version, header.createdAt) }
  const { catalogNumber: _number, ...identity } = readIdentity(childOf(root, 'PurgedRelease'))
  return { version, ...header, identity, release: null, isTakedown: true, notes: [] }
}

function readHeader(root: Element): Pick<ReadMessage, 'messageId' | 'sender' | 'createdAt'> {
  const header = childOf(root, 'MessageHeader')
  const sender = childOf(header, 'MessageSender')
  const head = {
    messageId: textIn(header, 'MessageId')?.slice(0, 255) ?? null,
    sender: {
      id: textIn(sender, 'PartyId')?.slice(0, 40) ?? null,
      name: textIn(childOf(sender, 'PartyName'), 'FullName')?.slice(0, 200) ?? null,
    },
    createdAt: instantOf(textIn(header, 'MessageCreatedDateTime')) ?? null,
  }
  passOver(root, 'MessageHeader', 'ReleaseAdmin', 'UpdateIndicator', 'IsBackfill')
  return head
}

function readOffer(
  root: Element,
  version: string,
  createdAt: string | null,
): Pick<ReadMessage, 'identity' | 'release' | 'isTakedown' | 'notes'> {
  const notes = collectNotes()
  const reader: Reader = { notes, parties: readParties(root, notes), family: version.startsWith('3') ? 3 : 4 }
  const resources = readResources(root, reader)
  const product = readProduct(root, resources.recordings.size, reader)
  const trackReleases = readTrackReleases(root, product.element, reader)
  const deals = readDeals(root, notes, createdAt)
  const byResource = new Map(trackReleases.map((one) => [one.resource, one]))
  const placed = placeTracks(product, resources, notes)
  const own = placed.map(({ reference }) => {
    const of = byResource.get(reference)
    return of ? (deals.byRelease.get(of.reference) ?? nothing) : null
  })
  const offers = productOffers(product, { deals, own, notes })
  const terms = collectTerms(root, notes)
  const release: ReadRelease = {
    ...withCover(product, resources),
    offers: terms.place(offers),
    tracks: placed.map(({ reference, disc }, index) => {
      const list = own[index] ?? null
      const of = byResource.get(reference)
      const track = readTrack(resources, { reference, disc }, of)
      const isHidden = track.isHidden || deals.hidden.has(of?.reference ?? '')
      return { ...track, isHidden, offers: list && terms.place(list) }
    }),
    deals: terms.all,
    unclear: [...deals.unclear, ...([offers, ...own].some(isTooLong) ? [tooManyTerms] : [])].slice(0, maxUnclear),
  }
  // Of everything that it offers, even if only a part is kept.
  const all = new Set([offers, ...own.map((list) => list ?? nothing)].flat())
  noteUnread(root, notes)
  return {
    identity: product.identity,
    release,
    // A deal that cannot be expressed is an offer too.
    isTakedown:
      deals.unclear.length === 0 && [...all].every(({ end }) => end !== null && createdAt !== null && end < createdAt),
    notes: notes.all,
  }
}

/** The recordings in the order of the groups; without groups in that of the message. */
function placeTracks(
  { groups, element }: Product,
  { recordings, pictures }: Resources,
  notes: Reader['notes'],
): { readonly reference: string; readonly disc: number }[] {
  const named = groups.items.filter(({ reference }) => recordings.has(reference))
  const placed = named.length > 0 ? named : [...recordings.keys()].map((reference) => ({ reference, disc: 1 }))
  if (placed.length === 0) throw new RefusedMessage('message_unusable', 'The message has no recording.', element.line)
  if (placed.length > maxTracks)
    throw new RefusedMessage('message_unusable', `The message has more than ${maxTracks} tracks.`, element.line)
  for (const { reference } of groups.items)
    if (reference.startsWith('A') && !recordings.has(reference) && !pictures.get(reference)?.isFront)
      notes.add('dropped', element, 'Resources that are not sound recordings were not imported.')
  return placed
}

const nothing: readonly ReadTerms[] = []
const isTooLong = (list: readonly ReadTerms[] | null): boolean => (list?.length ?? 0) > maxTerms
const tooManyTerms = `The message has more than ${maxTerms} terms for one release. The rest were not imported.`

function readTrack(
  { recordings }: Resources,
  { reference, disc }: { readonly reference: string; readonly disc: number },
  of: TrackRelease | undefined,
): Omit<ReadTrack, 'offers'> {
  const recording = recordings.get(reference)
  if (!recording) throw new Error(`the recording ${reference} is missing`)
  const { members, file, seconds } = recording
  const isrc = members.isrc ?? of?.isrc
  const more = {
    ...(isrc === undefined ? {} : { isrc }),
    ...(of?.genre === undefined ? {} : { genre: of.genre }),
    ...(disc === 1 ? {} : { disc: Math.min(disc, 99) }),
  }
  return {
    members: { ...members, ...more },
    file,
    seconds,
    isHidden: of?.isHidden ?? false,
  }
}

interface Offered {
  readonly deals: Deals
  /** Of the tracks. */
  readonly own: readonly (readonly ReadTerms[] | null)[]
  readonly notes: Reader['notes']
}

/** Some senders give deals only for the tracks: then the release is offered like all its tracks together. */
function productOffers({ reference, element }: Product, { deals, own, notes }: Offered): readonly ReadTerms[] {
  const given = deals.byRelease.get(reference)
  if (given) return given
  const all = new Map<string, ReadTerms>()
  for (const list of new Set(own)) for (const one of list ?? nothing) all.set(JSON.stringify(one), one)
  if (all.size > 0)
    notes.add('assumed', element, 'Only tracks have deals. The release gets all of them, and each track keeps its own.')
  return [...all.values()]
}

function withCover({ members, groups }: Product, { pictures }: Resources): Pick<ReadRelease, 'members' | 'cover'> {
  const front = [...pictures.values()].find(({ isFront }) => isFront)
  const cover = front ?? groups.covers.map((reference) => pictures.get(reference)).find((one) => one !== undefined)
  const artwork = cover?.aiLevel
  return {
    members: artwork === undefined ? members : { ...members, aiUsage: { artwork } },
    cover: cover?.file ?? null,
  }
}
