import { setPriority } from 'node:os'

/** A program of its own: DuckDB's memory is not the hub's. It reaches one folder and nothing else, and no network. */

export interface DuckDbTask {
  readonly folder: string
  readonly memoryMiB: number
  readonly statements: readonly string[]
}

/** Rows of the last statement, or why there are none. */
export type DuckDbAnswer = { readonly rows: readonly (readonly unknown[])[] } | { readonly error: string }

const threads = 2

async function run({ folder, memoryMiB, statements }: DuckDbTask): Promise<readonly (readonly unknown[])[]> {
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
  const connection = await instance.connect()
  const walls = [
    `set allowed_directories = ['${folder}/']`,
    'set enable_external_access = false',
    'set lock_configuration = true',
  ]
  let rows: readonly (readonly unknown[])[] = []
  for (const statement of [...walls, ...statements]) rows = (await connection.runAndReadAll(statement)).getRowsJson()
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
