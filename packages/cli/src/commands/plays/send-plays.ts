import { createReadStream } from 'node:fs'
import { resolve } from 'node:path'
import { type PlayEvent, type PlaysReceipt, SpindleError } from '@spindle/client'
import { CommandError, exitCodes } from '@spindle/command-line'
import type { CommandHandler } from '../../command-line/define-command.ts'
import { InterruptedError } from '../../errors/command-error.ts'
import { addErrorPath, explainError } from '../../errors/explain-error.ts'
import { formatCount, formatNumber } from '../../output/format-units.ts'
import { type Output, sanitizeText } from '../../output/terminal-output.ts'
import { batchByIdle } from './batch-by-idle.ts'
import { type InvalidLine, type PlayLine, parsePlayLines } from './parse-ndjson.ts'
import type { send } from './play-commands.ts'

/** One play that was not taken. */
interface Refusal {
  readonly line: number
  readonly id: string | null
  readonly code: string
  readonly message: string
}

/** So that `tail -f` works: pending plays are sent when nothing follows for a moment. */
const bursts = { idleMs: 1_000, longestMs: 10_000 }
const maxRefusals = 1_000
const maxShown = 20
/** More than half a minute: a hub that restarts is back by then. */
const maxRetries = 8

export const sendPlays: CommandHandler<typeof send> = async (context, { file }) => {
  const { out, signal } = context
  const { integration } = await context.client()
  const bytes: AsyncIterable<Uint8Array> =
    file === '-' ? context.stdin() : createReadStream(resolve(context.cwd, file), { signal })
  const tally = receiptCounter(out)
  try {
    for await (const burst of batchByIdle(tally.eventsOf(parsePlayLines(bytes)), bursts)) {
      tally.beginBurst()
      for await (const receipt of integration.playsInBatches(burst, { signal, maxRetries })) tally.add(receipt)
    }
  } catch (error) {
    if (signal.aborted) throw new InterruptedError(`${describeArrived(tally.sum())}Run the same command again.`)
    throw error instanceof SpindleError ? stopped(error, tally.sum()) : addErrorPath(error, file)
  }
  const sum = tally.sum()
  const { accepted, duplicates, refused } = sum
  out.result(sum, () => [
    `${formatCount(accepted, 'play')} accepted, ${formatNumber(duplicates)} already known, ${formatNumber(refused)} refused.`,
  ])
  if (accepted + duplicates + refused === 0) out.say('The file has no plays. Write one JSON object per line.')
  if (refused > maxShown) out.say(`${formatNumber(refused - maxShown)} more were refused; --json lists up to 1,000.`)
  return refused > 0 ? exitCodes.failed : undefined
}

interface ReceiptTotals {
  readonly accepted: number
  readonly duplicates: number
  readonly refused: number
  /** The first of them, by line; a file can hold millions. */
  readonly refusals: readonly Refusal[]
}

/** Counts, and leads each refusal back to its line. */
function receiptCounter(out: Output) {
  const sum = { accepted: 0, duplicates: 0, refused: 0 }
  const refusals: Refusal[] = []
  // The lines of events that are not answered yet; the first of them is event `firstIndex` of its burst.
  const lines: number[] = []
  let firstIndex = 0
  const refuse = (refusal: Refusal): void => {
    sum.refused += 1
    if (refusals.length < maxRefusals) refusals.push(refusal)
    if (sum.refused <= maxShown) out.say(sanitizeText(`line ${refusal.line}: ${refusal.message}  [${refusal.code}]`))
  }
  return {
    async *eventsOf(read: AsyncIterable<PlayLine | InvalidLine>): AsyncGenerator<PlayEvent> {
      for await (const line of read)
        if ('event' in line) {
          lines.push(line.number)
          yield line.event
        } else refuse({ line: line.number, id: null, code: 'invalid_json', message: line.message })
    },
    /** Receipts count from its first event. */
    beginBurst(): void {
      firstIndex = 0
    },
    add({ accepted, duplicates, refused }: PlaysReceipt): void {
      sum.accepted += accepted
      sum.duplicates += duplicates
      for (const { index, id, code, message } of refused)
        refuse({ line: lines[index - firstIndex] ?? 0, id, code, message })
      const answered = accepted + duplicates + refused.length
      lines.splice(0, answered)
      firstIndex += answered
    },
    sum: (): ReceiptTotals => ({ ...sum, refusals: refusals.toSorted((a, b) => a.line - b.line) }),
  }
}

function stopped(error: SpindleError, sum: ReceiptTotals): CommandError {
  const { message, fix, ...facts } = explainError(error)
  const again = fix ?? 'Run the same command again.'
  return new CommandError(message, { ...facts, fix: describeArrived(sum) + again, cause: error })
}

function describeArrived({ accepted, duplicates }: ReceiptTotals): string {
  const sent = accepted + duplicates
  return sent === 0
    ? ''
    : `The hub received ${formatCount(sent, 'play')}. If you send them again, they are counted only once. `
}
