import { type CheckedRule, defineRule, findingFrom } from './define-rule.ts'
import type { Finding } from './finding.ts'
import type { RuleId } from './rule-ids.ts'

/** What outlets find wrong with single tracks of a release they were sent. */

/** Why an outlet refuses: the words of the DDEX set ErncFileStatus that are used here, in snake_case. */
export const outletRefusalCodes = [
  'metadata_missing',
  'identifier_invalid',
  'resource_missing',
  'resource_corrupt',
  'signature_or_hash_sum_wrong_or_missing',
  'no_deal_in_new_release_message',
  'rights_conflict',
  'release_violates_terms_of_service',
] as const
export type OutletRefusalCode = (typeof outletRefusalCodes)[number]

/** The track that an outlet refused, and the outlet's reason. */
export interface RefusedByOutlet {
  /** Counts from 0. */
  readonly trackIndex: number
  readonly code: string
  readonly message: string
}

const titles: Readonly<Record<OutletRefusalCode, string>> = {
  metadata_missing: 'The release must have all metadata that the outlet requires',
  identifier_invalid: 'The outlet must accept the identifiers',
  resource_missing: 'The outlet must receive the audio of every track',
  resource_corrupt: 'The outlet must be able to read the audio of every track',
  signature_or_hash_sum_wrong_or_missing: 'The outlet must receive the audio unchanged',
  no_deal_in_new_release_message: 'The outlet must receive a deal for every track',
  rights_conflict: 'There must be no competing rights claims at the outlet',
  release_violates_terms_of_service: 'Tracks must comply with the terms of the outlet',
}

const fix = 'Fix the problem that the outlet reports, then submit the release again.'
const source = 'DDEX ErncFileStatus; answer of the outlet'

const knownRules: readonly CheckedRule<RefusedByOutlet>[] = outletRefusalCodes.map((code) => {
  const id: RuleId = `outlet_${code}`
  return defineRule({
    id,
    code,
    severity: 'error',
    appliesTo: 'track',
    title: titles[code],
    fix,
    source,
    check: ({ trackIndex, message }) => [{ pointer: `/tracks/${trackIndex}`, message }],
  })
})

const otherRefusal = defineRule<RefusedByOutlet>({
  id: 'outlet_refused_track',
  severity: 'error',
  appliesTo: 'track',
  title: 'The outlet must accept every track',
  fix,
  source,
  check: ({ trackIndex, code, message }) => [
    { pointer: `/tracks/${trackIndex}`, message: `${message} The outlet reported the code ${code}.` },
  ],
})

/** The finding of a track that an outlet refused; its code is the outlet's word if that is a known one. */
export const findingOfRefusedTrack = (refused: RefusedByOutlet): Finding =>
  findingFrom(knownRules.find(({ code }) => code === refused.code) ?? otherRefusal, refused)

/** One rule for each word of `outletRefusalCodes`, and one for every other word. They name findings; nothing applies them to a release. */
export const outletRefusalRules: readonly CheckedRule<RefusedByOutlet>[] = [...knownRules, otherRefusal]
