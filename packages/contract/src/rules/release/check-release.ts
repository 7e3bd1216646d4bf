import { applyRules } from '../define-rule.ts'
import type { Finding, Severity } from '../finding.ts'
import { codeRules } from './consistency/code-rules.ts'
import { contentRules } from './consistency/content-rules.ts'
import { dateRules } from './consistency/date-rules.ts'
import { releaseTypeRules } from './consistency/release-type-rules.ts'
import { rightsRules } from './consistency/rights-rules.ts'
import { duplicateRules } from './identifiers/duplicate-rules.ts'
import { identifierRules } from './identifiers/identifier-rules.ts'
import { replacementRules } from './identifiers/replacement-rules.ts'
import { hasChosenOutlet, type ReleaseForRules, type ReleaseRule } from './release-view.ts'
import { importRules } from './required/import-rules.ts'
import { outletRules } from './required/outlet-rules.ts'
import { findingsOfUploads, referencedUploadRules } from './required/referenced-upload-rules.ts'
import { requiredReleaseRules } from './required/required-release-rules.ts'
import { requiredTrackRules } from './required/required-track-rules.ts'
import { storeRules } from './stores/store-rules.ts'
import { artistRules } from './style/artist-rules.ts'
import { creditRules } from './style/credit-rules.ts'
import { partyRules } from './style/party-rules.ts'
import { titleRules } from './style/title-rules.ts'
import { textRules } from './texts/text-rules.ts'

/** Every rule releases are checked against, in the order in which they are applied. Pure: same view, same findings. */

/** In the order in which they are applied and published. */
export const releaseRules: readonly ReleaseRule[] = [
  ...outletRules,
  ...importRules,
  ...referencedUploadRules,
  ...requiredReleaseRules,
  ...requiredTrackRules,
  ...identifierRules,
  ...duplicateRules,
  ...replacementRules,
  ...codeRules,
  ...textRules,
  ...dateRules,
  ...rightsRules,
  ...contentRules,
  ...releaseTypeRules,
  ...artistRules,
  ...creditRules,
  ...partyRules,
  ...titleRules,
  ...storeRules,
]

const weight: Readonly<Record<Severity, number>> = { error: 0, warning: 1, note: 2 }

/** All findings at once, worst first; of the same weight in the order of the rules. */
export function checkRelease(view: ReleaseForRules): readonly Finding[] {
  const rules = releaseRules.map((rule) => ({ ...rule, severity: weigh(rule, view) }))
  const findings = [...findingsOfUploads(view), ...applyRules(rules, view)]
  return findings.sort((a, b) => weight[a.severity] - weight[b.severity])
}

function weigh({ severity, legacySeverity, unchosenSeverity }: ReleaseRule, view: ReleaseForRules): Severity {
  if (unchosenSeverity !== undefined && !hasChosenOutlet(view)) return unchosenSeverity
  return (view.legacy ? legacySeverity : undefined) ?? severity
}
