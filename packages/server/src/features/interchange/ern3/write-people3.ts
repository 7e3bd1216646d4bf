import { type Contributor, parseDpid, parseIpi, parseIsni } from '@spindle/contract'
import { type ErnInput, namespaceOf } from '../ern/ern-model.ts'
import { controllerOf, isVariousArtists, type Parties, type Party, variousArtists } from '../ern/parties.ts'
import { instrumentOf } from '../ern/roles.ts'
import { instrumentsOf, listShownArtists, type Shown } from '../ern/shown-artists.ts'
import { writeWord } from '../ern/write-parts.ts'
import type { XmlWriter } from '../ern/xml-writer.ts'
import { artistWord, type ContributorWord, contributorWord } from './roles3.ts'

/** People and companies. ERN 3 names them in each place, with the kind of an identifier in its attributes. */

export interface People {
  readonly input: ErnInput
  readonly parties: Parties
}

export function writeParty(xml: XmlWriter, { name, names, ids }: Pick<Party, 'name' | 'names' | 'ids'>): void {
  xml.element('PartyName', {}, () => xml.text('FullName', name))
  for (const translated of names)
    xml.element('PartyName', { LanguageAndScriptCode: translated.language }, () =>
      xml.text('FullName', translated.name),
    )
  const { isni, dpid, ipi, spotify, apple } = ids
  xml.text('PartyId', isni && (parseIsni(isni) ?? isni), { IsISNI: true })
  xml.text('PartyId', dpid && (parseDpid(dpid) ?? dpid), { IsDPID: true })
  xml.text('PartyId', ipi && (parseIpi(ipi) ?? ipi), { Namespace: 'IPI' })
  xml.text('PartyId', spotify, { Namespace: 'Spotify' })
  xml.text('PartyId', apple, { Namespace: 'Apple' })
}

export function writeArtists(xml: XmlWriter, people: Shown, { input, parties }: People): void {
  const referenceOf = ({ name, partyIds }: Contributor): string =>
    isVariousArtists(name) ? parties.personReferenceOf(variousArtists.name) : parties.personReferenceOf(name, partyIds)
  for (const [index, [who, { role, others }]] of [...listShownArtists(people, referenceOf)].entries())
    xml.element('DisplayArtist', { SequenceNumber: index + 1 }, () => {
      writeParty(xml, parties.get(who))
      for (const word of [role, ...others]) writeWord(xml, 'ArtistRole', artistWord(word), namespaceOf(input))
    })
}

interface Credit extends ContributorWord {
  readonly party: string
  readonly instruments: readonly string[]
}

/** Instruments belong to the contributor, so what was done with others is a contributor of its own. */
const alike = ({ party, instruments }: Credit): string => JSON.stringify([party, instruments])

/** First those of the recording, then those of its work. */
export function writeContributors(xml: XmlWriter, others: readonly Contributor[], { input, parties }: People): void {
  const credits = [...Map.groupBy(others, creditKey(parties)).values()].flatMap((same): Credit[] => {
    const [first] = same
    if (!first) return []
    const instruments = [...new Set(instrumentsOf(same).map(instrumentName))]
    const party = parties.personReferenceOf(first.name, first.partyIds)
    return [{ party, instruments, ...contributorWord(first.role, input.receiver.ernVersion) }]
  })
  for (const [isOfWork, element] of [
    [false, 'ResourceContributor'],
    [true, 'IndirectResourceContributor'],
  ] as const) {
    const grouped = Map.groupBy(
      credits.filter((credit) => credit.isOfWork === isOfWork),
      isOfWork ? ({ party }) => party : alike,
    )
    for (const [index, same] of [...grouped.values()].entries())
      xml.element(element, { SequenceNumber: index + 1 }, () => writeCredits(xml, element, same, { input, parties }))
  }
}

/** What one party did in one role is one credit. */
const creditKey =
  (parties: Parties) =>
  ({ name, partyIds, role }: Contributor): string =>
    JSON.stringify([parties.personReferenceOf(name, partyIds), contributorWord(role, '3.8.3').word])

const instrumentName = (name: string): string => {
  const { value, userDefined } = instrumentOf(name)
  return userDefined ?? value
}

function writeCredits(
  xml: XmlWriter,
  element: 'ResourceContributor' | 'IndirectResourceContributor',
  same: readonly Credit[],
  { input, parties }: People,
): void {
  const [first] = same
  if (!first) return
  writeParty(xml, parties.get(first.party))
  for (const { word } of same) writeWord(xml, `${element}Role`, word, namespaceOf(input))
  if (!first.isOfWork) for (const instrument of first.instruments) xml.text('InstrumentType', instrument)
}

export function writeController(xml: XmlWriter, track: ErnInput['tracks'][number], { input, parties }: People): void {
  const controller = controllerOf(track, input.release)
  if (!controller) return
  xml.element('RightsController', { SequenceNumber: 1 }, () => {
    writeParty(xml, parties.get(parties.companyReferenceOf(controller.name, controller.partyIds)))
    xml.text('RightsControllerRole', 'RightsController')
    // Only a part is stated, as in ERN 4. Without a share, it is the whole.
    if (controller.share !== 100) xml.text('RightSharePercentage', controller.share)
  })
}
