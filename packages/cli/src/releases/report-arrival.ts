import type { Release } from '@spindle/client'
import { type ExitCode, exitCodes } from '@spindle/command-line'
import { type Output, sanitizeText } from '../output/terminal-output.ts'
import { formatRefusals, listRefusals } from './list-refusals.ts'
import { describeArrival, isDelivered, listWaitingOutlets } from './next-steps.ts'

/** Reports where a release has arrived, where it has not, and why; returns 4 when an outlet refused any part of it. */
export function reportArrival(release: Release, out: Pick<Output, 'say' | 'paint'>): ExitCode {
  const { id, status } = release
  const refusals = listRefusals(release)
  const mark = refusals.length === 0 ? out.paint('green', '✔') : out.paint('yellow', '!')
  out.say(`${mark} ${isDelivered(release) ? describeArrival(release) : `It is ${status.replaceAll('_', ' ')}`}.`)
  for (const line of formatRefusals(refusals, out)) out.say(`  ${line}`)
  const waiting = listWaitingOutlets(release)
  if (waiting.length > 0) out.say(sanitizeText(`  Still waiting for ${waiting.join(', ')}.`))
  if (waiting.length + refusals.length > 0) out.say(`  See: spindle releases deliveries ${id}`)
  return refusals.length > 0 ? exitCodes.validation : exitCodes.ok
}
