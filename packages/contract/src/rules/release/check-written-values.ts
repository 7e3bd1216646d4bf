import { applyRules } from '../define-rule.ts'
import type { Finding } from '../finding.ts'
import { codeRules } from './consistency/code-rules.ts'
import { dateRules } from './consistency/date-rules.ts'
import { identifierFormRules } from './identifiers/identifier-rules.ts'
import type { ReleaseForRules } from './release-view.ts'
import { requiredReleaseRules } from './required/required-release-rules.ts'
import { requiredTrackRules } from './required/required-track-rules.ts'
import { textRules } from './texts/text-rules.ts'

/** Rules about written values. They also apply to an incomplete release. */
const ofValues = [...identifierFormRules, ...codeRules, ...textRules, ...dateRules]
/** Rules about what a submission needs. */
const ofSubmissions = [...requiredReleaseRules, ...requiredTrackRules]

/** The errors in the written values of a part of a release; with `isSubmitted` also what is missing. Pure. */
export const checkWrittenValues = (view: ReleaseForRules, { isSubmitted }: { isSubmitted: boolean }): Finding[] =>
  applyRules(isSubmitted ? [...ofValues, ...ofSubmissions] : ofValues, view).filter(
    ({ severity }) => severity === 'error',
  )
