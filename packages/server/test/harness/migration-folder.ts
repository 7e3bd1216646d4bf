import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { digestText } from '../../src/platform/database/schema/schema-functions.ts'
import { atEnd } from './cleanup.ts'

/** Texts by file name without its ending: `0001-a`, or `functions/add`. */
export type MigrationFiles = Readonly<Record<string, string>>

/** A folder of migrations, deleted after the test. */
export async function migrationFolder(files: MigrationFiles): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'spindle-steps-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'functions'))
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, `${name}.sql`), text)
  return folder
}

/** The text of a function with the first line that `npm run gen` writes. */
export const revised = (revision: number, text: string): string =>
  `-- revision ${revision}, text ${digestText(text)}, signature 0000000000000000\n${text}`
