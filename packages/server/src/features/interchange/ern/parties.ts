import type { Contributor } from '@spindle/contract'
import { composeDisplayArtist, parseDpid, parseIpi, parseIsni } from '@spindle/contract'
import { type ErnInput, traitsOf } from './ern-model.ts'
import { displayRoleOf } from './roles.ts'
import type { XmlWriter } from './xml-writer.ts'

/** Everybody a message names, each once: people and companies of the same name with other identifiers are others. */

type PartyIds = NonNullable<Contributor['partyIds']>

export interface Party {
  readonly reference: string
  readonly name: string
  ids: PartyIds
  names: NonNullable<Contributor['names']>
  readonly isCompany: boolean
}

export interface Parties {
  /** The reference of a party that `collectParties` has seen. */
  personReferenceOf(name: string, ids?: PartyIds): string
  /** The reference of a label or rights controller that it has seen. */
  companyReferenceOf(name: string, ids?: PartyIds): string
  readonly all: readonly Party[]
  /** The party with this reference. */
  get(reference: string): Party
}

const hasIds = (ids: PartyIds): boolean => Object.values(ids).some((id) => id !== undefined)
const sameIds = (a: PartyIds, b: PartyIds): boolean =>
  (['isni', 'ipi', 'dpid', 'spotify', 'apple'] as const).every((kind) => a[kind] === b[kind])

export const isVariousArtists = (name: string | undefined): boolean => name?.trim().toLowerCase() === 'various artists'

/** What stands for several artists in versions that have no SpecialDisplayArtist. */
export const variousArtists: Contributor = { name: 'Various Artists', role: 'main_artist' }

/** The people of the product. With "Various Artists" no other artist is displayed. */
export function productContributors({ release }: Pick<ErnInput, 'release'>): readonly Contributor[] {
  const { contributors = [] } = release
  if (!isVariousArtists(composeDisplayArtist(release) ?? '')) return contributors
  return [variousArtists, ...contributors.filter(({ role }) => displayRoleOf(role) === undefined)]
}

function findAlike(parties: readonly Party[], ids: PartyIds): Party | undefined {
  if (!hasIds(ids)) return parties[0]
  return parties.find((party) => sameIds(party.ids, ids)) ?? parties.find((party) => !hasIds(party.ids))
}

/** A label may be called like its artist, whose identifiers it has not. */
function findCompany(parties: readonly Party[], ids: PartyIds): Party | undefined {
  const companies = parties.filter(({ isCompany }) => isCompany)
  return parties.find((party) => sameIds(party.ids, ids)) ?? findAlike(companies, ids)
}

/** In the order in which the message names them. */
export function collectParties(input: Pick<ErnInput, 'release' | 'tracks' | 'receiver'>): Parties {
  const { release, tracks } = input
  const { hasSpecialArtists } = traitsOf(input)
  const all: Party[] = []
  const byName = new Map<string, Party[]>()
  const named = (name: string): readonly Party[] => byName.get(name) ?? []
  const take = (known: Party | undefined, party: Omit<Party, 'reference'>): void => {
    if (!known) {
      const made = { reference: `P${all.length + 1}`, ...party }
      all.push(made)
      byName.set(party.name, [...named(party.name), made])
      return
    }
    if (!hasIds(known.ids)) known.ids = party.ids
    if (known.names.length === 0) known.names = party.names
  }
  const addPerson = ({ name, partyIds: ids = {}, names = [] }: Contributor): void =>
    take(findAlike(named(name), ids), { name, ids, names, isCompany: false })
  const addCompany = (name: string, ids: PartyIds = {}): void =>
    take(findCompany(named(name), ids), { name, ids, names: [], isCompany: true })
  // An unreferenced party is an error.
  const { productRoles = [] } = input.receiver
  const isShown = ({ role }: Contributor) => displayRoleOf(role) !== undefined || productRoles.includes(role)
  const shown = productContributors(input).filter(isShown)
  for (const contributors of [shown, ...tracks.map((track) => contributorsOf(track, release))])
    for (const person of contributors)
      if (!isVariousArtists(person.name)) addPerson(person)
      else if (!hasSpecialArtists) addPerson(variousArtists)
  // Companies come last: a person never gets the identifier of a company.
  for (const track of tracks) {
    const controller = controllerOf(track, release)
    if (controller) addCompany(controller.name, controller.partyIds)
  }
  if (release.label !== undefined) addCompany(release.label, release.labelPartyIds)
  return {
    all,
    get: (reference) => all[Number(reference.slice(1)) - 1] ?? unknownParty(reference),
    personReferenceOf: (name, ids = {}) => findAlike(named(name), ids)?.reference ?? 'P0',
    companyReferenceOf: (name, ids = {}) => findCompany(named(name), ids)?.reference ?? 'P0',
  }
}

function unknownParty(reference: string): never {
  throw new Error(`no party of the message has the reference ${reference}`)
}

/** A track without contributors has those of the release. */
export const contributorsOf = (
  track: ErnInput['tracks'][number],
  release: ErnInput['release'],
): readonly Contributor[] => track.contributors ?? release.contributors ?? []

export const controllerOf = (track: ErnInput['tracks'][number], release: ErnInput['release']) =>
  track.rightsController ?? release.rightsController

export function writeParties(xml: XmlWriter, { all }: Parties): void {
  xml.element('PartyList', {}, () => {
    for (const { reference, name, names, ids } of all)
      xml.element('Party', {}, () => {
        xml.text('PartyReference', reference)
        xml.element('PartyName', {}, () => xml.text('FullName', name))
        for (const translated of names)
          xml.element('PartyName', { LanguageAndScriptCode: translated.language }, () =>
            xml.text('FullName', translated.name),
          )
        writeIds(xml, ids)
      })
  })
}

function writeIds(xml: XmlWriter, ids: PartyIds): void {
  if (!hasIds(ids)) return
  const { isni, ipi, dpid, spotify, apple } = ids
  xml.element('PartyId', {}, () => {
    xml.text('ISNI', isni && (parseIsni(isni) ?? isni))
    xml.text('DPID', dpid && (parseDpid(dpid) ?? dpid))
    xml.text('IpiNameNumber', ipi && (parseIpi(ipi) ?? ipi))
    xml.text('ProprietaryId', spotify, { Namespace: 'Spotify' })
    xml.text('ProprietaryId', apple, { Namespace: 'Apple' })
  })
}
