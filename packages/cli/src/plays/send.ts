import { createReadStream } from 'node:fs'
import { resolve } from 'node:path'
import { type Integration, SpindleError } from '@spindle/client'
import type { Run } from '../command.ts'
import type { Context } from '../context.ts'
import { CommandError, exitCodes } from '../errors.ts'
import { explain } from '../explain.ts'
import { plainText } from '../output.ts'
import { counted, formatNumber } from '../units.ts'
import { type Batch, batchesOf } from './batches.ts'
import type { send } from './commands.ts'

/** One play that was not taken. */
interface Refusal {
  readonly line: number
  readonly id: string | null
  readonly code: string
  readonly detail: string
}

interface Tally {
  accepted: number
  duplicates: number
  refused: number
  /** The first of them; a file can hold millions. */
  readonly refusals: Refusal[]
}

const maxRefusals = 1_000
const maxShown = 20
/** Half a minute and more: a hub that restarts is back by then. */
const maxRetries = 8

export const sendPlays: Run<typeof send> = async (context, { file }) => {
  const { out, signal } = context
  const { integration } = await context.client()
  const bytes: AsyncIterable<Uint8Array> =
    file === '-' ? context.stdin : createReadStream(resolve(context.cwd, file), { signal })
  const tally: Tally = { accepted: 0, duplicates: 0, refused: 0, refusals: [] }
  try {
    for await (const batch of batchesOf(bytes)) await sendBatch(context, { integration, batch, tally })
  } catch (error) {
    signal.throwIfAborted()
    throw error instanceof SpindleError ? interrupted(error, tally) : error
  }
  const { accepted, duplicates, refused } = tally
  out.result(tally, () => [
    `${counted(accepted, 'play')} accepted, ${formatNumber(duplicates)} had been before, ${formatNumber(refused)} refused.`,
  ])
  if (accepted + duplicates + refused === 0) out.say('There was no play in it. Each line holds one, as a JSON object.')
  if (refused > maxShown) out.say(`${formatNumber(refused - maxShown)} more were refused; --json lists up to 1,000.`)
  return refused > 0 ? exitCodes.failed : undefined
}

interface Sending {
  readonly integration: Integration
  readonly batch: Batch
  readonly tally: Tally
}

async function sendBatch({ out, signal }: Context, { integration, batch, tally }: Sending): Promise<void> {
  const { lines, bad } = batch
  const refusals: Refusal[] = bad.map(({ number, detail }) => ({
    line: number,
    id: null,
    code: 'invalid_json',
    detail,
  }))
  if (lines.length > 0) {
    const events = lines.map(({ event }) => event)
    const { accepted, duplicates, refused } = await integration.plays(events, { signal, maxRetries })
    tally.accepted += accepted
    tally.duplicates += duplicates
    for (const { index, id, code, detail } of refused)
      refusals.push({ line: lines[index]?.number ?? 0, id, code, detail })
  }
  for (const refusal of refusals.toSorted((a, b) => a.line - b.line)) {
    tally.refused += 1
    if (tally.refusals.length < maxRefusals) tally.refusals.push(refusal)
    if (tally.refused <= maxShown) out.say(plainText(`line ${refusal.line}: ${refusal.detail}  [${refusal.code}]`))
  }
}

function interrupted(error: SpindleError, { accepted, duplicates }: Tally): CommandError {
  const { message, fix, ...facts } = explain(error)
  const sent = accepted + duplicates
  const again = sent === 0 ? '' : `${counted(sent, 'play')} had arrived; sent again they count once. `
  return new CommandError(message, { ...facts, fix: `${again}${fix ?? 'Run the same command again.'}`, cause: error })
}
