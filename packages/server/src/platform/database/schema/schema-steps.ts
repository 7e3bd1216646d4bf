import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sha256 } from '../../values/sha256.ts'

/** One file of `migrations`. */
export interface Step {
  readonly name: string
  readonly text: string
  readonly checksum: string
  /**
   * The newest step of the oldest version that may run on the schema after this step. Undefined: no older version may.
   */
  readonly compatibleFrom: string | undefined
  /** Functions that it refers to, such as for a trigger, and that must exist first. */
  readonly functions: readonly string[]
}

/** All of them, in order. */
export async function readSteps(directory: string): Promise<readonly Step[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(directory, name), 'utf8')
      const compatibleFrom = /^-- compatible-from: (\S+)$/m.exec(text)?.[1]
      const functions = /^-- functions: (.+)$/m.exec(text)?.[1]?.split(', ') ?? []
      return { name, text, checksum: sha256(text).toString('hex'), compatibleFrom, functions }
    }),
  )
}
