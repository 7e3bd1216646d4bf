import type { Finding } from '@spindle/contract'
import { ownFinding, severities } from '@spindle/contract/rules'
import { lastLines } from '../../../../platform/programs/program-output.ts'

/** What a check hook answers: an array of findings in JSON. An answer that breaks the rules counts as a failure. */

export class HookAnswerRefused extends Error {}

const mostFindings = 100
const longestText = 500
/** The dot keeps them apart from the rules of the hub. */
const ownRule = /^own\.[a-z0-9_]{1,60}$/
const pointer = /^(\/([^~/\p{Cc}]|~[01])*)*$/u

type Members = Readonly<Record<string, unknown>>

/** Throws `HookAnswerRefused` with a part of a sentence. */
export function readHookAnswer(stdout: Buffer): Finding[] {
  const answer = parseJson(stdout.toString('utf8'))
  if (!Array.isArray(answer)) throw new HookAnswerRefused('its answer is not an array in JSON')
  // Leaving some out could leave out the one that blocks.
  if (answer.length > mostFindings) throw new HookAnswerRefused(`it answered more than ${mostFindings} findings`)
  return answer.map((given: unknown, index) => readFinding(given, index))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function readFinding(given: unknown, index: number): Finding {
  const { rule, severity, path = '', message, fix } = (given ?? {}) as Members
  const refuse = (problem: string): never => {
    throw new HookAnswerRefused(`finding ${index + 1} of its answer ${problem}`)
  }
  if (typeof rule !== 'string' || !ownRule.test(rule)) return refuse('has no rule such as "own.no_demo"')
  const known = severities.find((one) => one === severity) ?? refuse('has no severity: error, warning or note')
  if (typeof path !== 'string' || path.length > 200 || !pointer.test(path))
    return refuse('has a path that is not a JSON pointer')
  const said = textOf(message)
  if (said === '') return refuse('has no message')
  return ownFinding({
    id: rule,
    severity: known,
    pointer: path,
    message: said,
    fix: textOf(fix) || 'Change the release, or ask the operator of the hub.',
  })
}

/** One line, without control characters. */
const textOf = (value: unknown): string =>
  typeof value === 'string' ? lastLines(value.slice(0, longestText)).replaceAll('\n', ' ') : ''
