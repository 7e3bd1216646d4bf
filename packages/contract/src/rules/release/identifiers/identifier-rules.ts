import {
  gtinCheckDigit,
  parseDpid,
  parseGrid,
  parseGtin,
  parseIpi,
  parseIsni,
  parseIsrc,
  parseIswc,
} from '../../../codes/identifiers.ts'
import type { Contributor } from '../../../releases/contributors.ts'
import { defineRule, type Hit } from '../../define-rule.ts'
import type { RuleId } from '../../rule-ids.ts'
import {
  type Placed,
  quote,
  type ReleaseForRules,
  type ReleaseRule,
  tracksOf,
  writtenContributors,
} from '../release-view.ts'
import { isrcIsReused, recordingsOf } from './recordings.ts'

/** Identifiers: present or assigned, well-formed, and unique. The hub never invents one. */

const upcIsMissing = ({ release }: ReleaseForRules): readonly Hit[] =>
  release.upc === undefined ? [{ pointer: '/upc', message: 'The release has no UPC.' }] : []

const isrcIsMissing = (view: ReleaseForRules): readonly Hit[] =>
  recordingsOf(view)
    .filter(({ isrc, hasOwnIsrc }) => isrc === undefined && !hasOwnIsrc)
    .map(({ title, pointer }) => ({ pointer: `${pointer}/isrc`, message: `Track ${quote(title)} has no ISRC.` }))

/** A label with its own prefix or range gets no code from another source, so the message names what is used up. */
const withLabel = (
  hits: readonly Hit[],
  label: string | undefined,
  { source, left, other }: { readonly source: string; readonly left: string; readonly other: string },
): readonly Hit[] =>
  label === undefined
    ? hits
    : hits.map(({ pointer, message }) => ({
        pointer,
        message: `${message} The ${source} of label ${quote(label)} has ${left}.`,
        fix: `Ask the hub operator to allow ${other} for your account and set it in the label, or enter your own code.`,
      }))

const upcIsNotAssigned = (view: ReleaseForRules): readonly Hit[] => {
  const { label, upcRange = null } = view.context.labelCodes ?? {}
  const source = { source: `UPC range ${upcRange}`, left: 'no free code left', other: 'another UPC range' }
  return withLabel(upcIsMissing(view), upcRange === null ? undefined : label, source)
}

const isrcIsNotAssigned = (view: ReleaseForRules): readonly Hit[] => {
  const { label, isrcPrefix = null } = view.context.labelCodes ?? {}
  const source = {
    source: `ISRC prefix ${isrcPrefix}`,
    left: 'too few free codes left this year',
    other: 'another ISRC prefix',
  }
  return withLabel(isrcIsMissing(view), isrcPrefix === null ? undefined : label, source)
}

const presence: readonly ReleaseRule[] = [
  defineRule({
    id: 'upc_missing',
    code: 'identifier_missing',
    severity: 'error',
    legacySeverity: 'warning',
    appliesTo: 'release',
    title: 'A release must have a UPC if the hub does not assign UPCs',
    fix: 'Enter your UPC, EAN or GTIN-14, or ask the hub operator to configure a UPC pool.',
    source: 'DDEX ERN 4.3 ReleaseId/ICPN; GS1 General Specifications',
    check: (view) => (view.context.assigns.upc ? [] : upcIsNotAssigned(view)),
  }),
  defineRule({
    id: 'isrc_missing',
    code: 'identifier_missing',
    severity: 'error',
    legacySeverity: 'warning',
    appliesTo: 'track',
    title: 'Every track must have an ISRC if the hub does not assign ISRCs',
    fix: 'Enter your ISRC, or ask the hub operator to configure an ISRC prefix.',
    source: 'DDEX ERN 4.3 ResourceId/ISRC; ISO 3901',
    check: (view) => (view.context.assigns.isrc ? [] : isrcIsNotAssigned(view)),
  }),
  defineRule({
    id: 'upc_assigned',
    code: 'identifier_assigned',
    severity: 'note',
    appliesTo: 'release',
    title: 'The hub assigns a UPC to a release that has none',
    fix: 'No action is needed. If you have your own UPC, enter it.',
    source: 'GS1 General Specifications',
    check: (view) =>
      view.context.assigns.upc
        ? upcIsMissing(view).map((hit) => ({ ...hit, message: `${hit.message} The hub assigns one when you submit.` }))
        : [],
  }),
  defineRule({
    id: 'isrc_assigned',
    code: 'identifier_assigned',
    severity: 'note',
    appliesTo: 'track',
    title: 'The hub assigns an ISRC to a track that has none',
    fix: 'No action is needed. If the recording already has an ISRC, enter it.',
    source: 'ISO 3901',
    check: (view) =>
      view.context.assigns.isrc
        ? isrcIsMissing(view).map((hit) => ({ ...hit, message: `${hit.message} The hub assigns one when you submit.` }))
        : [],
  }),
  defineRule({
    id: 'isrc_reused',
    severity: 'note',
    appliesTo: 'track',
    title: 'A track without an ISRC gets the one that its audio already has',
    fix: 'No action is needed. If this is another recording, use the upload of its audio.',
    source: 'ISO 3901:2019',
    check: isrcIsReused,
  }),
]

interface Written {
  readonly pointer: string
  readonly text: string | undefined
}

interface FormRule {
  readonly id: RuleId
  readonly appliesTo: ReleaseRule['appliesTo']
  /** 1 unless its meaning changed. */
  readonly version?: number
  readonly name: string
  readonly fix: string
  readonly source: string
  readonly parse: (text: string) => string | undefined
  /** A better fix than the rule's, if the text allows one. */
  readonly fixOf?: (text: string) => string | undefined
  readonly written: (view: ReleaseForRules) => readonly Written[]
}

const ofTracks = (member: 'isrc' | 'iswc') => (view: ReleaseForRules) =>
  tracksOf(view).map(({ value, pointer }) => ({ pointer: `${pointer}/${member}`, text: value[member] }))

/** Every person, group or company with identifiers, where they are written. */
const writtenParties = (view: ReleaseForRules): readonly Placed<Contributor['partyIds']>[] => {
  const { labelPartyIds, rightsController } = view.release
  return [
    ...writtenContributors(view).map(({ value, pointer }) => ({
      value: value.partyIds,
      pointer: `${pointer}/partyIds`,
    })),
    { value: labelPartyIds, pointer: '/labelPartyIds' },
    { value: rightsController?.partyIds, pointer: '/rightsController/partyIds' },
    ...tracksOf(view).map(({ value, pointer }) => ({
      value: value.rightsController?.partyIds,
      pointer: `${pointer}/rightsController/partyIds`,
    })),
  ]
}

const ofParties = (member: 'isni' | 'ipi' | 'dpid') => (view: ReleaseForRules) =>
  writtenParties(view).map(({ value, pointer }) => ({ pointer: `${pointer}/${member}`, text: value?.[member] }))

const formRule = ({ id, version = 1, appliesTo, name, fix, source, parse, fixOf, written }: FormRule): ReleaseRule =>
  defineRule({
    id,
    version,
    code: 'identifier_invalid',
    severity: 'error',
    appliesTo,
    title: `The ${name} must be valid`,
    fix,
    source,
    check: (view) =>
      written(view).flatMap(({ pointer, text }) =>
        text !== undefined && parse(text) === undefined
          ? [{ pointer, message: `${quote(text)} is not a valid ${name}.`, fix: fixOf?.(text) }]
          : [],
      ),
  })

function rightCheckDigit(text: string): string | undefined {
  const digits = text.replaceAll(/[\s-]/g, '')
  if (!/^[0-9]{12,14}$/.test(digits)) return undefined
  return `Compare it with the barcode. If all other digits are correct, the last digit is ${gtinCheckDigit(digits.slice(0, -1))}.`
}

/** Books and printed music: GS1 gave these prefixes to ISBN and ISMN, so no shop sells a recording under them. */
const bookland = /^0?97[89]\d{10}$/

const parseUpc = (text: string): string | undefined => {
  const gtin14 = parseGtin(text)
  return gtin14 === undefined || bookland.test(gtin14) ? undefined : gtin14
}

const fixUpc = (text: string): string | undefined =>
  bookland.test(parseGtin(text) ?? '')
    ? 'Enter the barcode of the recording. Codes that begin with 978 or 979 are of books and printed music.'
    : rightCheckDigit(text)

const forms: readonly ReleaseRule[] = [
  formRule({
    id: 'isrc_invalid',
    appliesTo: 'track',
    name: 'ISRC',
    fix: 'Enter two letters, three letters or digits, a two-digit year and five digits, as in ZZ-ABC-26-00001.',
    source: 'ISO 3901:2019; DDEX ERN 4.3 ResourceId/ISRC',
    parse: parseIsrc,
    written: ofTracks('isrc'),
  }),
  formRule({
    id: 'upc_invalid',
    version: 2,
    appliesTo: 'release',
    name: 'UPC',
    fix: 'Enter the 12, 13 or 14 digits of the barcode. The last one is a check digit.',
    source: 'GS1 General Specifications 7.9; DDEX ERN 4.3 ReleaseId/ICPN',
    parse: parseUpc,
    fixOf: fixUpc,
    written: ({ release }) => [{ pointer: '/upc', text: release.upc }],
  }),
  formRule({
    id: 'iswc_invalid',
    appliesTo: 'track',
    name: 'ISWC',
    fix: 'Enter T, nine digits and the check digit, as in T-034.524.680-1.',
    source: 'ISO 15707; DDEX ERN 4.3 WorkId/ISWC',
    parse: parseIswc,
    written: ofTracks('iswc'),
  }),
  formRule({
    id: 'grid_invalid',
    appliesTo: 'release',
    name: 'GRid',
    fix: 'Enter the 18 characters, as in A1-2425G-ABC1234002-M. The last one is a check character.',
    source: 'ISO 7064 MOD 37,36; DDEX ERN 4.3 ReleaseId/GRid',
    parse: parseGrid,
    written: ({ release }) => [{ pointer: '/grid', text: release.grid }],
  }),
  formRule({
    id: 'isni_invalid',
    appliesTo: 'contributor',
    name: 'ISNI',
    fix: 'Enter the 16 characters as shown on isni.org. The last one is a check character.',
    source: 'ISO 27729; DDEX ERN 4.3 PartyId/ISNI',
    parse: parseIsni,
    written: ofParties('isni'),
  }),
  formRule({
    id: 'ipi_invalid',
    appliesTo: 'contributor',
    name: 'IPI name number',
    fix: 'Enter the 11 digits from your collecting society. The last two are check digits.',
    source: 'CISAC IPI; DDEX ERN 4.3 PartyId/IpiNameNumber',
    parse: parseIpi,
    written: ofParties('ipi'),
  }),
  formRule({
    id: 'dpid_invalid',
    appliesTo: 'contributor',
    name: 'DPID',
    fix: 'Enter it as DDEX assigned it, as in PADPIDA2014120301U, or remove it.',
    source: 'DDEX Party Identifier standard; DDEX ERN 4.3.2 PartyId/DPID',
    parse: parseDpid,
    written: ofParties('dpid'),
  }),
]

/** Findings about identifiers that are missing, assigned by the hub, or malformed. */
export const identifierRules: readonly ReleaseRule[] = [...presence, ...forms]

/** Those about the form of an identifier that is written. */
export const identifierFormRules: readonly ReleaseRule[] = forms
