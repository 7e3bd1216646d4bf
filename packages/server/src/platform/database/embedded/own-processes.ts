import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * The programs of PostgreSQL that this process has started, recorded from their start, because none may outlive it. A
 * process that ends without closing anything interrupts them. A process that stops in order waits until they have
 * ended.
 */

const running = new Map<ChildProcess, Promise<unknown>>()
let isEnding = false

const fastShutdownMs = 20_000

/** Call it in the same tick as the start. A program that starts while the process is ending is ended immediately. */
export function ownProcess(child: ChildProcess): void {
  const gone = new Promise((resolve) => {
    child.once('exit', resolve)
    child.once('error', resolve)
  })
  running.set(child, gone)
  void gone.then(() => running.delete(child))
  if (running.size === 1) process.on('exit', interruptAll)
  void gone.then(() => running.size === 0 && process.off('exit', interruptAll))
  if (isEnding) child.kill('SIGINT')
}

/**
 * A fast shutdown of all of them, an immediate one if that takes too long. Programs that start afterwards are ended as
 * well.
 */
export async function endOwnProcesses(): Promise<void> {
  isEnding = true
  interruptAll()
  const all = Promise.all(running.values())
  const isSlow = await Promise.race([all.then(() => false), sleep(fastShutdownMs, true, { ref: false })])
  if (isSlow) for (const child of running.keys()) child.kill('SIGQUIT')
  await all
}

/** SIGINT is PostgreSQL's fast shutdown: sessions end, everything is written. */
function interruptAll(): void {
  for (const child of running.keys()) child.kill('SIGINT')
}
