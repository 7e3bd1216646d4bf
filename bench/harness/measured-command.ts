import { spawn } from 'node:child_process'
import { canReadMemory, peakResidentMiB } from './memory.ts'

export interface MeasuredRun {
  readonly seconds: number
  /** The most memory the process itself had; 0 if the system does not report it. */
  readonly peakMiB: number
}

/** Runs a program to its end and returns what it took; rejects when it fails. */
export async function measureCommand(
  command: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<MeasuredRun> {
  const start = performance.now()
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] })
  let messages = ''
  child.stderr.on('data', (chunk: Buffer) => {
    messages = (messages + chunk.toString()).slice(-4_000)
  })
  const ended = new Promise<void>((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`${command} ${args.join(' ')} ended with ${code}: ${messages}`))
    })
  })
  const peakMiB = canReadMemory && child.pid !== undefined ? await peakResidentMiB(child.pid, ended) : 0
  await ended
  return { seconds: (performance.now() - start) / 1_000, peakMiB }
}
