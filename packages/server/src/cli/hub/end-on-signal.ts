import { setTimeout as sleep } from 'node:timers/promises'
import { endOwnProcesses } from '../../platform/database/embedded/own-processes.ts'
import type { OperatorCommand, OperatorContext } from '../operator-command/operator-command.ts'

/**
 * A command that receives a signal stops the PostgreSQL that it started. It waits for nothing else: commands change
 * data in transactions, or in files that only count once they are complete.
 */

const signals = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 } as const
type Signal = keyof typeof signals

/** How long the command may clean up after its database has stopped. */
const tidyMs = 3_000

/** Runs `work`. Its output is dropped once a signal has arrived. */
export async function endOnSignal(
  { handlesSignals, whenStopped }: Pick<OperatorCommand, 'handlesSignals' | 'whenStopped'>,
  input: OperatorContext,
  work: (input: OperatorContext) => Promise<number | undefined>,
): Promise<number | undefined> {
  if (handlesSignals) return work(input)
  let isStopped = false
  const unlessStopped = (say: (line: string) => void) => (line: string) => void (isStopped || say(line))
  const running = work({ ...input, out: unlessStopped(input.out), err: unlessStopped(input.err) })
  const settled = running.catch(() => {})
  const stop = (signal: Signal): void => {
    const code = 128 + signals[signal]
    if (isStopped) process.exit(code)
    isStopped = true
    input.err(`Stopped by ${signal}.${whenStopped === undefined ? '' : ` ${whenStopped}`}`)
    void endOwnProcesses()
      .then(() => Promise.race([settled, sleep(tidyMs)]))
      .finally(() => process.exit(code))
  }
  for (const signal of Object.keys(signals)) process.on(signal, stop)
  try {
    return await running
  } catch (error) {
    // The failure is caused by the stopped database. The process ends in a moment.
    if (isStopped) await new Promise(() => {})
    throw error
  } finally {
    for (const signal of Object.keys(signals)) process.off(signal, stop)
  }
}
