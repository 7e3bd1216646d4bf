import { setPriority } from 'node:os'
import type { DuckDBConnection } from '@duckdb/node-api'

/** A separate program: DuckDB's memory is not the hub's. It reaches one folder and nothing else, and no network. */

/** Statements in any order, some at once. */
export type Step = readonly string[]

export interface DuckDbTask {
  readonly folder: string
  readonly memoryMiB: number
  readonly steps: readonly Step[]
}

type Rows = readonly (readonly unknown[])[]

/** Rows of the last statement, or why there are none. */
export type DuckDbAnswer = { readonly rows: Rows } | { readonly error: string }

const threads = 2

async function run({ folder, memoryMiB, steps }: DuckDbTask): Promise<Rows> {
  const { DuckDBInstance } = await import('@duckdb/node-api')
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: `${memoryMiB}MiB`,
    threads: String(threads),
    temp_directory: `${folder}/spill`,
    preserve_insertion_order: 'false',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
  })
  const connections = await Promise.all(Array.from({ length: threads }, () => instance.connect()))
  const walls = [
    `set allowed_directories = ['${folder}/']`,
    'set enable_external_access = false',
    'set lock_configuration = true',
  ]
  let rows: Rows = []
  for (const step of [...walls.map((wall) => [wall]), ...steps]) {
    const waiting = [...step]
    const work = async (connection: DuckDBConnection): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
        rows = (await connection.runAndReadAll(next)).getRowsJson()
    }
    await Promise.all(connections.map(work))
  }
  return rows
}

process.once('disconnect', () => process.exit(1))
process.once('message', (task: DuckDbTask) => {
  setPriority(10)
  void run(task)
    .then(
      (rows): DuckDbAnswer => ({ rows }),
      (error: unknown): DuckDbAnswer => ({ error: String(error) }),
    )
    .then((answer) => process.send?.(answer, () => process.exit(0)))
})
