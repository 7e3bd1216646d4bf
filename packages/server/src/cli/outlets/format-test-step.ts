import type { TestStep } from '../../features/interchange/index.ts'
import { plainText } from '../operator-command/plain-text.ts'

/** One line of a test of a place. */
export function formatTestStep({ step, found, problem }: TestStep): string {
  const said = problem ?? found
  return plainText(`${problem === undefined ? 'ok    ' : 'failed'}  ${step}${said === undefined ? '' : `: ${said}`}`)
}
