import type { Contributor } from '@spindle/contract'
import { attributeOf, childOf, childrenOf, type Element, passOver, textIn, textOf } from './element.ts'
import type { Notes } from './notes.ts'
import { defined, flagOfText, wordsOf } from './values.ts'

/** Contributors and their roles. ERN 4 lists parties once and refers to them; ERN 3 names them in each place. */

export type Party = Pick<Contributor, 'name' | 'partyIds' | 'names'>
export type Parties = ReadonlyMap<string, Party>

type IdKind = keyof NonNullable<Contributor['partyIds']>

/** The store that gave a proprietary identifier. */
function storeOf(id: Element): IdKind | undefined {
  const namespace = attributeOf(id, 'Namespace') ?? ''
  if (/spotify/i.test(namespace)) return 'spotify'
  return /apple|itunes/i.test(namespace) ? 'apple' : undefined
}

/** The sandbox of the reader has no code of the contract. */
const dpidForm = /^PA-?DPIDA-?\d{10}-?[A-Z\d]$/i

/**
 * The kind of an identifier of ERN 3, which is the text of its element: an attribute states it, or the form of a DPID
 * does. The namespace `DPID:…` is that of a sender's own identifiers.
 */
function kindOf3(id: Element): IdKind | undefined {
  if (flagOfText(attributeOf(id, 'IsISNI')) === true) return 'isni'
  if (flagOfText(attributeOf(id, 'IsDPID')) === true) return 'dpid'
  const namespace = attributeOf(id, 'Namespace')
  if (namespace === undefined) return dpidForm.test(textOf(id) ?? '') ? 'dpid' : undefined
  if (/^isni$/i.test(namespace)) return 'isni'
  if (/^dpid$/i.test(namespace)) return 'dpid'
  if (/^(?:ipi|ipi ?name ?number|cae|cae\/ipi|ipi\/cae)$/i.test(namespace)) return 'ipi'
  return storeOf(id)
}

function idsOf(element: Element, notes: Notes): Contributor['partyIds'] {
  const ids: NonNullable<Contributor['partyIds']> = {}
  const kinds = { ISNI: 'isni', DPID: 'dpid', IpiNameNumber: 'ipi' } as const
  for (const id of childrenOf(element, 'PartyId')) {
    for (const [name, kind] of Object.entries(kinds)) {
      const text = textIn(id, name)
      if (text !== undefined) ids[kind] = text.slice(0, 40)
    }
    const others = [
      ...childrenOf(id, 'ProprietaryId').map((own) => [own, storeOf(own)] as const),
      [id, kindOf3(id)] as const,
    ]
    for (const [element, kind] of others) {
      const text = textOf(element)
      if (text === undefined) continue
      if (kind === undefined) notes.add('dropped', element, 'Proprietary identifiers of parties were not imported.')
      else ids[kind] ??= text.slice(0, kind === 'spotify' || kind === 'apple' ? 100 : 40)
    }
  }
  return Object.keys(ids).length === 0 ? undefined : ids
}

/** Undefined for a person without a name. */
export function readParty(element: Element, notes: Notes): Party | undefined {
  const written = childrenOf(element, 'PartyName')
  const names = written.flatMap((one) => {
    const full = childOf(one, 'FullName')
    const text = textOf(full)
    passOver(one, 'FullNameIndexed', 'FullNameAsciiTranscribed', 'NamesBeforeKeyName', 'KeyName', 'NamesAfterKeyName')
    if (!full || text === undefined) return []
    return [{ language: attributeOf(one, 'LanguageAndScriptCode'), name: notes.fit(full, text, 200) }]
  })
  const main = names.find(({ language }) => language === undefined) ?? names[0]
  const partyIds = idsOf(element, notes)
  if (!main) return undefined
  const others = names.flatMap((one) =>
    one.language === undefined || one === main ? [] : [{ language: one.language.slice(0, 35), name: one.name }],
  )
  return defined({ name: main.name, partyIds, names: others.length === 0 ? undefined : others.slice(0, 30) })
}

export function readParties(root: Element, notes: Notes): Parties {
  const parties = new Map<string, Party>()
  for (const element of childrenOf(childOf(root, 'PartyList'), 'Party')) {
    const reference = textIn(element, 'PartyReference')
    const party = readParty(element, notes)
    if (reference !== undefined && party) parties.set(reference, party)
    else notes.add('invalid', element, 'A party without a reference or a name was not imported.')
  }
  return parties
}

const ownRoles: Readonly<Record<string, Contributor['role']>> = {
  MainArtist: 'main_artist',
  Artist: 'main_artist',
  Band: 'main_artist',
  FeaturedArtist: 'featured_artist',
  Remixer: 'remixer',
  Composer: 'composer',
  Lyricist: 'lyricist',
  ComposerLyricist: 'songwriter',
  Producer: 'producer',
  StudioProducer: 'producer',
  Mixer: 'mixer',
  Engineer: 'engineer',
  Performer: 'performer',
  Conductor: 'conductor',
  Orchestra: 'orchestra',
  Arranger: 'arranger',
  MusicPublisher: 'publisher',
}

/** A role in the hub's vocabulary, or in that of DDEX; a user-defined value if there is one. */
function roleOf(element: Element, notes: Notes): Contributor['role'] | undefined {
  const text = textOf(element)
  const word = text === 'UserDefined' ? attributeOf(element, 'UserDefinedValue') : text
  const role = ownRoles[word ?? '']
  if (role !== undefined) return role
  if (word !== undefined && /^[A-Za-z]{2,70}$/.test(word)) return `ddex:${word}`
  notes.add('dropped', element, 'A role that is not a single word was not imported.')
  return undefined
}

const instrumentsOf = (elements: readonly Element[]): string[] =>
  elements.flatMap((element) => {
    const text = textOf(element)
    const own = attributeOf(element, 'UserDefinedValue')
    const name = text === 'UserDefined' ? own : text && wordsOf(text)
    return name === undefined ? [] : [name.slice(0, 80)]
  })

const various: Party = { name: 'Various Artists' }

const bySequence = (elements: readonly Element[]): Element[] =>
  elements
    .map((element, index) => ({ element, place: Number(attributeOf(element, 'SequenceNumber') ?? index + 1) }))
    .sort((a, b) => a.place - b.place)
    .map(({ element }) => element)

interface Told {
  readonly party: Party | undefined
  readonly roles: readonly { readonly role: Contributor['role'] | undefined; readonly instruments: string[] }[]
}

function artist4(element: Element, parties: Parties, notes: Notes): Told {
  const special = textIn(element, 'SpecialDisplayArtist')
  const reference = textIn(element, 'ArtistPartyReference')
  const shown = childOf(element, 'DisplayArtistRole')
  const roles = [shown, ...childrenOf(element, 'ArtisticRole')].filter((one) => one !== undefined)
  return {
    party: special === 'VariousArtists' ? various : parties.get(reference ?? ''),
    roles:
      special === undefined
        ? roles.map((role) => ({ role: roleOf(role, notes), instruments: [] }))
        : [{ role: 'main_artist', instruments: [] }],
  }
}

function contributor4(element: Element, parties: Parties, notes: Notes): Told {
  const roles = childrenOf(element, 'Role').map((role) => ({
    role: roleOf(childOf(role, 'Value') ?? role, notes),
    instruments: instrumentsOf(childrenOf(role, 'InstrumentType')),
  }))
  const instruments = instrumentsOf(childrenOf(element, 'InstrumentType'))
  return {
    party: parties.get(textIn(element, 'ContributorPartyReference') ?? ''),
    roles: instruments.length === 0 ? roles : roles.map((one) => ({ ...one, instruments })),
  }
}

const roleNames3 = ['ArtistRole', 'ResourceContributorRole', 'IndirectResourceContributorRole']

const person3 = (element: Element, notes: Notes): Told => {
  const instruments = instrumentsOf(childrenOf(element, 'InstrumentType'))
  return {
    party: readParty(element, notes),
    roles: childrenOf(element, ...roleNames3).map((role) => ({ role: roleOf(role, notes), instruments })),
  }
}

/** Each person once per role, artists before all others. */
function listPeople(
  told: readonly { readonly element: Element; readonly one: Told }[],
  notes: Notes,
): Contributor[] | undefined {
  const people = new Map<string, Contributor>()
  for (const { element, one } of told) {
    if (!one.party) notes.add('invalid', element, `${element.name} refers to a party that is not in the message.`)
    for (const { role, instruments } of one.party ? one.roles : []) {
      if (role === undefined || !one.party) continue
      const key = JSON.stringify([one.party.name, one.party.partyIds, role])
      const known = people.get(key)
      const all = [...new Set([...(known?.instruments ?? []), ...instruments])].slice(0, 30)
      people.set(key, { ...one.party, role, ...(all.length === 0 ? {} : { instruments: all }) })
    }
  }
  const all = [...people.values()]
  const last = told.at(-1)
  if (all.length > 200 && last) notes.add('shortened', last.element, 'Only the first 200 contributors were imported.')
  return all.length === 0 ? undefined : all.slice(0, 200)
}

/** `GenerativeAI` is not a person: `ai-usage.ts` reads it. */
export function readPeople4(from: Element, parties: Parties, notes: Notes): Contributor[] | undefined {
  const people = childrenOf(from, 'Contributor').filter((one) => childOf(one, 'SpecialContributor') === undefined)
  return listPeople(
    [
      ...bySequence(childrenOf(from, 'DisplayArtist')).map((element) => ({
        element,
        one: artist4(element, parties, notes),
      })),
      ...bySequence(people).map((element) => ({ element, one: contributor4(element, parties, notes) })),
    ],
    notes,
  )
}

export function readPeople3(details: Element | undefined, notes: Notes): Contributor[] | undefined {
  const artists = childrenOf(details, 'DisplayArtist')
  const others = childrenOf(details, 'ResourceContributor', 'IndirectResourceContributor')
  return listPeople(
    [...bySequence(artists), ...others].map((element) => ({ element, one: person3(element, notes) })),
    notes,
  )
}
