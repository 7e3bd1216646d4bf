import { lastLines } from '../../../platform/programs/program-output.ts'
import { outcomeOf } from '../packages/answer-outcome.ts'
import type { Answer } from '../packages/mailbox.ts'

/**
 * What a program says of a package: lines of JSON, of which the last state counts. Other lines are ignored, but a state
 * that the hub does not know is never taken for success.
 */

export type ProgramAnswer = Pick<Answer, 'status' | 'text'>

export class StateRefused extends Error {}

const longestText = 600
const longestUrl = 300
/** A word of the DDEX set ErncFileStatus, such as MetadataMissing. */
const ddexWord = /^[A-Z][A-Za-z0-9]{0,63}$/

type Line = Readonly<Record<string, unknown>>

/** Throws `StateRefused`. */
export function readStates(
  { stdout, stderr }: { readonly stdout: Buffer; readonly stderr: string },
  purpose: 'offer' | 'takedown',
): ProgramAnswer {
  const last = stdout
    .toString('utf8')
    .split('\n')
    .flatMap(readLine)
    .filter((line) => line.state !== undefined)
    .at(-1)
  const state = last === undefined ? 'sent' : last.state
  if (state === 'refused') return refusal(last ?? {}, stderr, purpose)
  if (state === 'sent') return { status: 'FileOK', text: stderr }
  if (state === 'live' && purpose === 'offer')
    return { status: 'ReleaseMadeAvailableToConsumers', text: joinLines(urlOf(last?.url), stderr) }
  if (state === 'down' && purpose === 'takedown') return { status: 'ReleaseNotAvailable', text: stderr }
  throw new StateRefused(`the state ${textOf(JSON.stringify(state)).slice(0, 40)} does not exist for this package`)
}

function readLine(line: string): Line[] {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? [value as Line] : []
  } catch {
    return []
  }
}

function refusal({ reason, code }: Line, stderr: string, purpose: 'offer' | 'takedown'): ProgramAnswer {
  const text = textOf(reason) || stderr || 'The program gave no reason.'
  const word = typeof code === 'string' && ddexWord.test(code) ? code : 'Refused'
  // Some words of DDEX accept a message.
  const isRefusal = outcomeOf({ status: word, text }, purpose).result === 'refused'
  return { status: isRefusal ? word : 'Refused', text }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? lastLines(value.slice(0, longestText)) : '')

function urlOf(value: unknown): string {
  const url = typeof value === 'string' && value.length <= longestUrl ? URL.parse(value) : null
  return url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' ? url.href : ''
}

const joinLines = (...lines: readonly string[]): string => lines.filter((line) => line !== '').join('\n')
