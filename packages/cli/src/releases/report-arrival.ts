import type { Release } from '@spindle/client'
import { type ExitCode, exitCodes } from '@spindle/command-line'
import { type Output, sanitizeText } from '../output/terminal-output.ts'
import { formatRefusals, listRefusals } from './list-refusals.ts'
import { describeArrival, describeStart, isDelivered, listWaitingOutlets } from './next-steps.ts'

/** Reports where a release has arrived, where it has not, and why; returns 4 when an outlet refused any part of it. */
export function reportArrival(release: Release, out: Pick<Output, 'say' | 'paint'>): ExitCode {
  const { id } = release
  const refusals = listRefusals(release)
  const mark = refusals.length === 0 ? out.paint('green', '✔') : out.paint('yellow', '!')
  out.say(`${mark} ${isDelivered(release) ? describeArrival(release) : describeProgress(release)}.`)
  for (const line of formatRefusals(refusals, out)) out.say(`  ${line}`)
  const waiting = listWaitingOutlets(release)
  if (waiting.length > 0) out.say(sanitizeText(`  Still waiting for ${waiting.join(', ')}.`))
  if (waiting.length + refusals.length > 0) out.say(`  See: spindle releases deliveries ${id}`)
  return refusals.length > 0 ? exitCodes.validation : exitCodes.ok
}

/** `It is delivering; goes live 2027-03-05`: a person who stops watching now knows the rest. */
function describeProgress(release: Release): string {
  const words = `It is ${release.status.replaceAll('_', ' ')}`
  const start = describeStart(release)
  const isAhead = Date.parse(release.goesLive?.at ?? '') > Date.now()
  return isOnItsWay.has(release.status) && isAhead && start !== undefined ? `${words}; ${start}` : words
}

const isOnItsWay: ReadonlySet<string> = new Set(['submitted', 'in_review', 'approved', 'delivering'])
