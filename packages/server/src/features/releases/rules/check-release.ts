import type { Finding, Rule, Severity, Validation } from '@spindle/contract'
import { artistRules } from './artist-rules.ts'
import { codeRules } from './code-rules.ts'
import { contentRules } from './content-rules.ts'
import { dateRules } from './date-rules.ts'
import { duplicateRules } from './duplicate-rules.ts'
import { identifierRules } from './identifier-rules.ts'
import { applyRule, publishedRule, type ReleaseRule } from './release-rule.ts'
import { releaseTypeRules } from './release-type.ts'
import { requiredReleaseRules } from './required-release.ts'
import { requiredTrackRules } from './required-track.ts'
import { rightsRules } from './rights-rules.ts'
import { titleRules } from './title-rules.ts'
import { findingsOfUploads, uploadRules } from './upload-rules.ts'
import type { ReleaseForRules } from './view.ts'

/** Every rule releases are checked against, in the order in which they are applied. Pure: same view, same findings. */

const rules: readonly ReleaseRule[] = [
  ...uploadRules,
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

/** The rules as data, for `GET MD/rules`. */
export const releaseRules: readonly Rule[] = rules.map(publishedRule)

const weight: Readonly<Record<Severity, number>> = { error: 0, warning: 1, note: 2 }

/** All findings at once, worst first; of the same weight in the order of the rules. */
export function checkRelease(view: ReleaseForRules): readonly Finding[] {
  const findings = [...findingsOfUploads(view), ...rules.flatMap((rule) => applyRule(rule, view))]
  return findings.sort((a, b) => weight[a.severity] - weight[b.severity])
}

/** Whether the findings stop a submission. */
export const hasErrors = (findings: readonly Finding[]): boolean =>
  findings.some(({ severity }) => severity === 'error')

/** The counts an answer carries beside its findings. */
export const validationOf = (findings: readonly Finding[], checkedAt: string): Validation => ({
  errors: findings.filter(({ severity }) => severity === 'error').length,
  warnings: findings.filter(({ severity }) => severity === 'warning').length,
  checkedAt,
})
