import type { ImportIssueCode } from '../../../releases/release-vocabulary.ts'
import { defineRule, type Hit } from '../../define-rule.ts'
import { pointerTo, type ReleaseForRules, type ReleaseRule } from '../release-view.ts'

/** What a person has to settle before an imported release goes out. The importer writes it, and a person removes it. */

const issuesOf =
  (wanted: ImportIssueCode) =>
  ({ release: { importIssues = [] } }: ReleaseForRules): readonly Hit[] =>
    importIssues.flatMap(({ code, message }, index) =>
      code === wanted ? [{ pointer: pointerTo('importIssues', index), message }] : [],
    )

/** Errors of releases that were imported and may not go out as they are. */
export const importRules: readonly ReleaseRule[] = [
  defineRule({
    id: 'withdrawn_by_sender',
    severity: 'error',
    appliesTo: 'release',
    title: 'An imported release must not be withdrawn by its sender',
    fix: 'Delete the release. To deliver it anyway, ask the sender first, then remove this import issue.',
    source: 'DDEX ERN 4.3 PurgeReleaseMessage and NewReleaseMessage without deals',
    check: issuesOf('withdrawn_by_sender'),
  }),
  defineRule({
    id: 'offer_not_imported',
    severity: 'error',
    appliesTo: 'release',
    title: 'An imported release must have all offers of its message',
    fix: 'Compare the deals with the message and correct them. Then remove this import issue.',
    source: 'DDEX ERN 4.3 DealTerms',
    check: issuesOf('offer_not_imported'),
  }),
]
