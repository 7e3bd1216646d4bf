import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { killAll } from '../harness/processes.ts'

/** One shell that a reader types into, block after block: variables and background programs persist. */
export interface Terminal {
  /**
   * Rejects if one of its commands fails; resolves with the output meanwhile, including that of background programs.
   */
  type(block: string): Promise<string>
  /** Ends everything that was started in it. */
  close(): Promise<void>
}

export interface TerminalOptions {
  readonly folder: string
  readonly environment: Readonly<Record<string, string>>
  /** The user, which only root may choose. */
  readonly owner: { readonly uid?: number; readonly gid?: number }
}

export function openTerminal({ folder, environment, owner }: TerminalOptions): Terminal {
  const shell = spawn('bash', ['--noprofile', '--norc'], {
    ...owner,
    cwd: folder,
    // A separate process group: background programs end with it.
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, ...environment },
  })
  const [stdin, stdout, stderr, done] = shell.stdio
  let said = ''
  for (const stream of [stdout, stderr])
    stream?.on('data', (chunk: Buffer) => {
      said += chunk
    })
  const ended = once(shell, 'exit')
  stdin?.write('set -euo pipefail\n')
  return {
    async type(block) {
      const from = said.length
      const finished = once(done as NodeJS.ReadableStream, 'data').then(() => true)
      // A program that reads from the terminal must not get what is typed next.
      stdin?.write(`eval ${quote(block)} </dev/null\necho >&3\n`)
      const isFine = await Promise.race([finished, ended.then(() => false)])
      if (!isFine) throw new Error(`A command failed of:\n${block}\nSaid:\n${said.slice(-8_000)}`)
      return said.slice(from)
    },
    async close() {
      if (shell.pid !== undefined) killAll([-shell.pid])
      await ended
    },
  }
}

const quote = (words: string): string => `'${words.replaceAll("'", `'\\''`)}'`
