import type { Finding, Severity } from '../../findings.ts'
import { applyRules } from '../define-rule.ts'
import { artistRules } from './artist-rules.ts'
import { codeRules } from './code-rules.ts'
import { contentRules } from './content-rules.ts'
import { dateRules } from './date-rules.ts'
import { duplicateRules } from './duplicate-rules.ts'
import { identifierRules } from './identifier-rules.ts'
import { outletRules } from './outlet-rules.ts'
import { findingsOfUploads, referencedUploadRules } from './referenced-upload-rules.ts'
import { releaseTypeRules } from './release-type-rules.ts'
import type { ReleaseForRules, ReleaseRule } from './release-view.ts'
import { requiredReleaseRules } from './required-release-rules.ts'
import { requiredTrackRules } from './required-track-rules.ts'
import { rightsRules } from './rights-rules.ts'
import { titleRules } from './title-rules.ts'

/** Every rule releases are checked against, in the order in which they are applied. Pure: same view, same findings. */

export const releaseRules: readonly ReleaseRule[] = [
  ...outletRules,
  ...referencedUploadRules,
  ...requiredReleaseRules,
  ...requiredTrackRules,
  ...identifierRules,
  ...duplicateRules,
  ...codeRules,
  ...dateRules,
  ...rightsRules,
  ...contentRules,
  ...releaseTypeRules,
  ...artistRules,
  ...titleRules,
]

const weight: Readonly<Record<Severity, number>> = { error: 0, warning: 1, note: 2 }

/** All findings at once, worst first; of the same weight in the order of the rules. */
export function checkRelease(view: ReleaseForRules): readonly Finding[] {
  const rules = view.legacy ? releaseRules.map(weighForLegacy) : releaseRules
  const findings = [...findingsOfUploads(view), ...applyRules(rules, view)]
  return findings.sort((a, b) => weight[a.severity] - weight[b.severity])
}

const weighForLegacy = (rule: ReleaseRule): ReleaseRule => ({
  ...rule,
  severity: rule.legacySeverity ?? rule.severity,
})
