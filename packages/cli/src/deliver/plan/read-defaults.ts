import { stat } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { CommandError, exitCodes } from '@spindle/command-line'
import { type FieldError, mergeDefaults } from '@spindle/contract'
import { checkValue } from '@spindle/contract/check'
import { type DefaultMembers, defaultsSchema, manifestSchema } from './manifest-schema.ts'
import { readChecked } from './read-manifest.ts'

/** Reads the `release.defaults.yaml` of the folders above a release. The nearest has precedence, member by member. */

export interface ReadDefaults {
  /** The files, as the folder of the release reaches them: `../release.defaults.yaml`. */
  readonly names: readonly string[]
  readonly members: DefaultMembers
}

/** Throws as `readManifest` does, with the path of the file in every problem. */
export async function readDefaults(folder: string): Promise<ReadDefaults> {
  const paths = await findAbove(dirname(folder))
  const documents: DefaultMembers[] = []
  for (const path of paths) documents.push(await readFile(path))
  return {
    names: paths.map((path) => relative(folder, path)),
    // The last of them counts, so the nearest comes last.
    members: documents.toReversed().reduce<DefaultMembers>(mergeDefaults, {}),
  }
}

const names = ['release.defaults.yaml', 'release.defaults.yml', 'release.defaults.json']

/** From the nearest folder to the root of the disk. */
async function findAbove(folder: string): Promise<readonly string[]> {
  const paths = names.map((name) => join(folder, name))
  const facts = await Promise.all(paths.map((path) => stat(path).catch(() => undefined)))
  const found = paths.filter((_, index) => facts[index]?.isFile() === true)
  if (found.length > 1)
    throw new CommandError(`${folder} contains ${found.map((path) => basename(path)).join(' and ')}`, {
      exitCode: exitCodes.validation,
      code: 'two_defaults',
      fix: 'Keep only one of them.',
    })
  const parent = dirname(folder)
  return parent === folder ? found : [...found, ...(await findAbove(parent))]
}

async function readFile(path: string): Promise<DefaultMembers> {
  const { size } = await stat(path)
  return (await readChecked({ name: path, path, size }, checkDefaults)) as DefaultMembers
}

/** Titles, codes and tracks are known, but belong to one release. */
function checkDefaults(value: unknown): readonly FieldError[] {
  return checkValue(defaultsSchema, value).map((problem) => {
    const member = problem.pointer.slice(1)
    if (!(member in manifestSchema.properties) || member in defaultsSchema.properties) return problem
    return {
      ...problem,
      detail: `"${member}" belongs to one release.`,
      fix: 'Move it to the release.yaml of the release.',
    }
  })
}
