import { spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../logging/log.ts'
import { codeEnding } from '../process/code-files.ts'
import { bundleFolder } from './name-sources.ts'

/** After the console and the media programs, which a first start builds too. */
const quietMs = 4_000
const longestMs = 120_000
const maxErrorBytes = 2_000

/**
 * Makes the bundle for the next start of a checkout, in another process and once this start is over. Where it cannot be
 * made, the next start takes longer, and nothing else changes.
 */
export async function keepBundle(log: Log, stopAsked: Promise<unknown>): Promise<void> {
  // It was compared with the code at this start; a published package brings its own.
  if (bundleFolder !== undefined || codeEnding === '.js') return
  const stopping = new AbortController()
  const { signal } = stopping
  void stopAsked.then(() => stopping.abort())
  try {
    await sleep(quietMs, undefined, { ref: false, signal })
    const start = performance.now()
    await bundleInProcess(signal)
    log.info('hub.bundled', { milliseconds: Math.round(performance.now() - start) })
  } catch (error) {
    if (!signal.aborted) log.debug('hub.unbundled', { error })
  }
}

/** The bundler keeps its memory, and uses all cores. */
function bundleInProcess(signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bundle-hub.ts')], {
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: longestMs,
    killSignal: 'SIGKILL',
    signal,
    windowsHide: true,
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = `${said}${text}`.slice(0, maxErrorBytes)
  })
  child.once('spawn', () => yieldTo(child.pid))
  child.once('error', reject)
  child.once('close', (code, endedBy) => {
    if (code === 0) resolve()
    else reject(new Error(`The bundler ended with ${endedBy ?? code}: ${said}`))
  })
  return promise
}

function yieldTo(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW)
  } catch {
    // It has ended, or the system forbids it.
  }
}
