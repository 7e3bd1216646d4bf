import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { codeEnding } from '../../../../platform/process/code-files.ts'
import type { DuckDbAnswer, DuckDbTask, Step } from './duckdb-child.ts'

/** DuckDB in a separate process for each task: a hub that does not use it has none of it in memory. */
export interface DuckDb {
  /** Runs statements that read and write files of `folder`; answers the rows of the last one. */
  run(folder: string, steps: readonly Step[]): Promise<readonly (readonly unknown[])[]>
  /** Ends what runs. */
  close(): void
}

const memoryMiB = 512
const maxErrorBytes = 4096

export function duckDb(): DuckDb {
  requirePackage()
  const running = new Set<ChildProcess>()
  return {
    async run(folder, steps) {
      const child = start(folder)
      running.add(child)
      try {
        const answer = await ask(child, { folder, memoryMiB, steps })
        if ('error' in answer) throw new Error(`DuckDB: ${answer.error}`)
        return answer.rows
      } finally {
        running.delete(child)
      }
    },
    close() {
      for (const child of running) child.kill('SIGKILL')
    },
  }
}

function requirePackage(): void {
  try {
    import.meta.resolve('@duckdb/node-api')
  } catch (cause) {
    throw new Error('SPINDLE_PLAYS=lake needs the optional package @duckdb/node-api. Fix: install it with npm ci.', {
      cause,
    })
  }
}

const start = (folder: string): ChildProcess =>
  spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, `duckdb-child${codeEnding}`)],
    {
      env: {},
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      windowsHide: true,
    },
  )

const ask = (child: ChildProcess, task: DuckDbTask): Promise<DuckDbAnswer> =>
  new Promise((resolve, reject) => {
    let said = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said = `${said}${text}`.slice(0, maxErrorBytes)
    })
    child.once('message', (answer) => resolve(answer as DuckDbAnswer))
    child.once('error', reject)
    child.once('close', (code, signal) => reject(new Error(`DuckDB ended with ${signal ?? code}: ${said}`)))
    child.send(task, (error) => error && reject(error))
  })
