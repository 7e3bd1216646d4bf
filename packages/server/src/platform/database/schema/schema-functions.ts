import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { sha256 } from '../../values/sha256.ts'

/**
 * The functions of the database: `migrations/functions/NAME.sql` has the current text of each. Its first line has the
 * revision of the text; `npm run gen` writes that line. The database keeps the revision in the comment of the function,
 * so it survives dumps and restores. Only a higher revision replaces a lower one (decision 149).
 */

/** One file of `migrations/functions`. */
export interface SchemaFunction {
  /** The name in reports: `functions/NAME.sql`. */
  readonly name: string
  readonly functionName: string
  readonly text: string
  readonly revision: number
  readonly digest: string
}

/** The first line of a file, and the text that it describes. */
export interface RevisedText {
  readonly revision: number
  readonly digest: string
  /** The digest of the name, the parameters and the result, which must never change. */
  readonly signature: string
  readonly text: string
}

/** Undefined if the first line is missing. */
export function parseRevision(content: string): RevisedText | undefined {
  const [line, number, digest, signature] = firstLine.exec(content) ?? []
  if (line === undefined || digest === undefined || signature === undefined) return undefined
  return { revision: Number(number), digest, signature, text: content.slice(line.length) }
}

const firstLine = /^-- revision (\d+), text ([0-9a-f]{16}), signature ([0-9a-f]{16})\n/

/** Enough of a SHA-256 to tell texts apart. */
export const digestText = (text: string): string => sha256(text).toString('hex').slice(0, 16)

/** All of them, by name. */
export async function readFunctions(directory: string): Promise<readonly SchemaFunction[]> {
  const files = (await readdir(join(directory, 'functions'))).filter((file) => file.endsWith('.sql')).sort()
  return Promise.all(
    files.map(async (file) => {
      const revised = parseRevision(await readFile(join(directory, 'functions', file), 'utf8'))
      if (revised?.digest !== digestText(revised?.text ?? '')) throw new UnrevisedFunctionError(`functions/${file}`)
      const { revision, digest, text } = revised
      return { name: `functions/${file}`, functionName: file.slice(0, -'.sql'.length), text, revision, digest }
    }),
  )
}

/** A file was edited but still has the revision of its old text. */
export class UnrevisedFunctionError extends Error {
  readonly fix = 'run npm run gen, which gives it the next revision'
  constructor(name: string) {
    super(`The migration ${name} has no revision of its own for its current text`)
    this.name = 'UnrevisedFunctionError'
  }
}

/** Two texts have the same revision, as after a merge: it is unknown which one is newer. */
export class RevisionTakenError extends Error {
  readonly fix = 'give the file the next revision in its first line, or start the version that applied the other text'
  constructor(name: string, revision: number) {
    super(`The database has another text as revision ${revision} of the migration ${name}`)
    this.name = 'RevisionTakenError'
  }
}

/** Those that are missing in the database or have a lower revision there. Functions of a newer version stay. */
export async function findStaleFunctions(
  client: pg.Client,
  functions: readonly SchemaFunction[],
): Promise<readonly SchemaFunction[]> {
  const stored = await readStored(client)
  return functions.filter(({ name, functionName, revision, digest }) => {
    const there = stored.get(functionName)
    if (there?.revision === revision && there.digest !== digest) throw new RevisionTakenError(name, revision)
    return there === undefined || there.revision < revision
  })
}

interface StoredFunction {
  /** 0 for one that a migration made, before functions had files. */
  readonly revision: number
  readonly digest: string | undefined
}

async function readStored(client: pg.Client): Promise<ReadonlyMap<string, StoredFunction>> {
  const { rows } = await client.query<{ name: string; comment: string | null }>(
    `select proname as name, obj_description(oid, 'pg_proc') as comment from pg_proc
     where pronamespace = current_schema()::regnamespace`,
  )
  return new Map(
    rows.map(({ name, comment }) => {
      const [, revision = 0, digest] = /^revision (\d+), text ([0-9a-f]{16})$/.exec(comment ?? '') ?? []
      return [name, { revision: Number(revision), digest }]
    }),
  )
}

/** In the caller's transaction. */
export async function applyFunction(client: pg.Client, function_: SchemaFunction): Promise<void> {
  const { name, functionName, text, revision, digest } = function_
  try {
    await client.query(
      `${text}\ncomment on function ${pg.escapeIdentifier(functionName)} is 'revision ${revision}, text ${digest}'`,
    )
  } catch (error) {
    throw new Error(`The migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}
