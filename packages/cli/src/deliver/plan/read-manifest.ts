import { readFile } from 'node:fs/promises'
import type { FieldError } from '@spindle/contract'
import { problemsOf } from '@spindle/contract/check'
import { DeliverError } from '../deliver-error.ts'
import type { Folder, FolderFile } from '../folder/read-folder.ts'
import { type Manifest, manifestSchema } from './manifest-schema.ts'

/** Reads `release.json` or `release.yaml`. Whatever is wrong in it is said at once, with its place and the fix. */

const maxManifestBytes = 1024 ** 2

export interface ReadManifest {
  readonly name: string
  readonly manifest: Manifest
}

export async function readManifest(folder: Folder): Promise<ReadManifest | undefined> {
  const [file, ...others] = folder.manifests
  if (!file) return undefined
  if (others.length > 0) {
    const names = folder.manifests.map(({ name }) => name)
    throw new DeliverError(`The folder holds ${names.join(' and ')}`, {
      code: 'two_manifests',
      fix: 'Keep one of them: nobody can say which one is meant.',
    })
  }
  const value = await parse(file)
  const problems = [...problemsOf(manifestSchema, value), ...missingFiles(folder, value as Manifest)]
  if (problems.length > 0) throw new DeliverError(`${file.name} is not valid`, { code: 'manifest_invalid', problems })
  return { name: file.name, manifest: value as Manifest }
}

async function parse(file: FolderFile): Promise<unknown> {
  if (file.size > maxManifestBytes)
    throw new DeliverError(`${file.name} has ${file.size} bytes; at most ${maxManifestBytes} are read`, {
      code: 'manifest_invalid',
      fix: 'It holds the metadata of one release, nothing else.',
    })
  const text = (await readFile(file.path, 'utf8')).replace(/^\uFEFF/, '')
  try {
    if (file.name.toLowerCase().endsWith('.json')) return JSON.parse(text) as unknown
    const { parse: parseYaml } = await import('yaml')
    // `<<: *defaults` saves writing the same for each of twelve tracks.
    return parseYaml(text, { merge: true, prettyErrors: true }) as unknown
  } catch (error) {
    throw new DeliverError(`${file.name} cannot be read: ${(error as Error).message.split('\n')[0]}`, {
      code: 'manifest_invalid',
      fix: 'Repair the line it names.',
      cause: error,
    })
  }
}

function missingFiles(folder: Folder, manifest: Manifest | null): readonly FieldError[] {
  const isText = (value: unknown): value is string => typeof value === 'string'
  const tracks = Array.isArray(manifest?.tracks) ? manifest.tracks : []
  const named = tracks.map((track: { file?: unknown } | null, index: number) => ({
    pointer: `/tracks/${index}/file`,
    file: track?.file,
    among: folder.masters,
  }))
  const files = [...named, { pointer: '/cover', file: manifest?.cover, among: folder.images }]
  const missing = files.flatMap(({ pointer, file, among }) =>
    !isText(file) || findFile(among, file)
      ? []
      : [
          {
            pointer,
            code: 'file_missing',
            detail: `There is no file "${file}" of this kind in the folder.`,
            fix: among.length === 0 ? 'Put it there.' : `There is ${listed(among.map(({ name }) => name))}.`,
          },
        ],
  )
  const twice = named.filter(({ file }, index) => named.findIndex((other) => other.file === file) < index)
  return [
    ...missing,
    ...twice.map(({ pointer, file }) => ({
      pointer,
      code: 'file_twice',
      detail: `"${String(file)}" is a track already.`,
      fix: 'Name each master once.',
    })),
  ]
}

const listed = (names: readonly string[]): string =>
  names.length <= 5 ? names.join(', ') : `${names.slice(0, 5).join(', ')} and ${names.length - 5} more`

/** Names compare equal however accents are written; `./` in front means nothing. */
export const findFile = (files: readonly FolderFile[], name: string): FolderFile | undefined => {
  const wanted = name.normalize('NFC').replaceAll('\\', '/').replace(/^\.\//, '')
  return files.find((file) => file.name === wanted)
}
