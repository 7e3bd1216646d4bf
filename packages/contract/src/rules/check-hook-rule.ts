import { defineRule } from './define-rule.ts'

/** Why the check hook of the operator has no findings. */
export interface FailedHook {
  /** Its file name. */
  readonly name: string
  /** A part of a sentence: `it took more than 10 seconds`. */
  readonly reason: string
}

/** Without an answer of the hook a release is not submitted. */
export const checkHookFailed = defineRule<FailedHook>({
  id: 'check_hook_failed',
  severity: 'error',
  appliesTo: 'release',
  title: 'The check hook of the operator must give an answer',
  fix: 'Submit again in a minute. If it fails again, tell the operator of the hub.',
  source: 'Settings of the hub',
  check: ({ name, reason }) => `The check hook "${name}" of this hub gave no answer: ${reason}.`,
})
