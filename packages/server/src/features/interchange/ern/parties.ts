import type { Contributor } from '@spindle/contract'
import { parseDpid, parseIpi, parseIsni } from '@spindle/contract'
import { composeDisplayArtist } from '../../releases/index.ts'
import type { ErnInput } from './ern-model.ts'
import { displayRoleOf } from './roles.ts'
import type { XmlWriter } from './xml-writer.ts'

/** Everybody a message names, each once: people and companies of the same name with other identifiers are others. */

type PartyIds = NonNullable<Contributor['partyIds']>

interface Party {
  readonly reference: string
  readonly name: string
  ids: PartyIds
  names: NonNullable<Contributor['names']>
}

export interface Parties {
  /** The reference of a party that `collectParties` has seen. */
  referenceOf(name: string, ids?: PartyIds): string
  readonly all: readonly Party[]
}

const hasIds = (ids: PartyIds): boolean => Object.values(ids).some((id) => id !== undefined)
const sameIds = (a: PartyIds, b: PartyIds): boolean =>
  (['isni', 'ipi', 'dpid', 'spotify', 'apple'] as const).every((kind) => a[kind] === b[kind])

export const isVariousArtists = (name: string | undefined): boolean => name?.trim().toLowerCase() === 'various artists'

function find(parties: readonly Party[], ids: PartyIds): Party | undefined {
  if (!hasIds(ids)) return parties[0]
  return parties.find((party) => sameIds(party.ids, ids)) ?? parties.find((party) => !hasIds(party.ids))
}

/** In the order in which the message names them. */
export function collectParties({ release, tracks }: Pick<ErnInput, 'release' | 'tracks'>): Parties {
  const all: Party[] = []
  const byName = new Map<string, Party[]>()
  const add = (name: string, ids: PartyIds = {}, names: Party['names'] = []): void => {
    const same = byName.get(name) ?? []
    const known = find(same, ids)
    if (known) {
      if (!hasIds(known.ids)) known.ids = ids
      if (known.names.length === 0) known.names = names
      return
    }
    const party = { reference: `P${all.length + 1}`, name, ids, names }
    all.push(party)
    byName.set(name, [...same, party])
  }
  const addController = (controller: ErnInput['release']['rightsController']): void => {
    if (controller) add(controller.name, controller.partyIds)
  }
  // Where various artists are shown nobody else is, and a party that nobody refers to is an error.
  const isVarious = isVariousArtists(composeDisplayArtist(release) ?? '')
  const artists = isVarious ? [] : (release.contributors ?? []).filter(({ role }) => displayRoleOf(role) !== undefined)
  for (const contributors of [artists, ...tracks.map((track) => contributorsOf(track, release))])
    for (const { name, partyIds, names } of contributors) if (!isVariousArtists(name)) add(name, partyIds, names)
  for (const track of tracks) addController(controllerOf(track, release))
  if (release.label !== undefined) add(release.label, release.labelPartyIds)
  return { all, referenceOf: (name, ids = {}) => find(byName.get(name) ?? [], ids)?.reference ?? 'P0' }
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
