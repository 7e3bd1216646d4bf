import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { atEnd } from '../../../server/test/harness/cleanup.ts'

/** What a command finds around it: a home that holds nothing but what the test put there. */

export interface SpindleOptions {
  /** Becomes SPINDLE_URL. */
  readonly hub?: { readonly url: string } | undefined
  /** Becomes SPINDLE_API_KEY. */
  readonly key?: string | undefined
  /** More variables; only PATH is passed on from the environment of the tests. */
  readonly env?: Readonly<Record<string, string>> | undefined
  /** The whole of stdin; without it stdin is empty. */
  readonly input?: string | Uint8Array | undefined
  readonly cwd?: string | undefined
  /** Home, settings, state and cache; by default one for the file of tests. */
  readonly home?: string | undefined
}

export interface TerminalOptions extends Omit<SpindleOptions, 'input'> {
  /** Width of the terminal; default 80. */
  readonly columns?: number | undefined
}

export interface SpindleResult {
  /** Exit code; null when a signal ended the process. */
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A command that still runs. */
export interface RunningSpindle {
  readonly result: Promise<SpindleResult>
  /** What it has written so far. */
  stdout(): string
  stderr(): string
  /** Types into its terminal, or writes to its stdin. */
  type(text: string): void
  /** Ctrl-C. */
  interrupt(): void
  /** Waits until stdout or stderr holds it. */
  untilShown(text: string): Promise<void>
}

/** A folder for one test or file of tests; removed afterwards. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'spindle-cli-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  return folder
}

let shared: string | undefined

/** The home of the file of tests that runs: files share this module, not the files of commands. */
export function findHome(): string {
  if (shared === undefined) {
    shared = makeFolder()
    atEnd(() => {
      shared = undefined
    })
  }
  return shared
}

export function buildEnvironment({ hub, key, env, home = findHome() }: SpindleOptions): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    TMPDIR: process.env.TMPDIR,
    HOME: home,
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_STATE_HOME: join(home, 'state'),
    // Compiled code is the same for every home.
    XDG_CACHE_HOME: join(inject('run').folder, 'cache'),
    ...(hub === undefined ? {} : { SPINDLE_URL: hub.url }),
    ...(key === undefined ? {} : { SPINDLE_API_KEY: key }),
    ...env,
  }
}

export const terminalEnvironment = { TERM: 'xterm-256color', SHELL: '/bin/sh' } as const
