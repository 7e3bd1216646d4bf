import { dirname } from 'node:path'
import { CommandError, exitCodes } from '@spindle/command-line'
import type { FieldError } from '@spindle/contract'
import { checkValue } from '@spindle/contract/check'
import { readDocument } from '../../files/read-document.ts'
import { formatBytes } from '../../output/format-units.ts'
import type { Folder, FolderFile } from '../folder/read-folder.ts'
import { type Manifest, manifestSchema } from './manifest-schema.ts'

/**
 * Reads `release.json` or `release.yaml`. All problems in it are reported together, each with its place and the fix.
 */

/** A manifest with the name of its file. */
export interface ReadManifest {
  readonly name: string
  readonly manifest: Manifest
}

/** Undefined without one. Throws with code `manifest_invalid`, `two_manifests` or `document_invalid`, exit code 4. */
export async function readManifest(folder: Folder): Promise<ReadManifest | undefined> {
  const [file, ...others] = folder.manifests
  if (!file) return undefined
  if (others.length > 0)
    throw new CommandError(`The folder contains ${folder.manifests.map(({ name }) => name).join(' and ')}`, {
      exitCode: exitCodes.validation,
      code: 'two_manifests',
      fix: 'Keep only one of them.',
    })
  const value = await readChecked(file, (document) => [
    ...checkValue(manifestSchema, document),
    ...missingFiles(folder, document as Manifest | null),
  ])
  return { name: file.name, manifest: value as Manifest }
}

type NamedFile = Pick<FolderFile, 'name' | 'path' | 'size'>

/** The content of a file without problems; each problem names the file and its line. */
export async function readChecked(file: NamedFile, check: (value: unknown) => readonly FieldError[]): Promise<unknown> {
  refuseLarge(file)
  const { value, locate } = await readDocument({ cwd: dirname(file.path), readStdin: noStdin }, file.path)
  const problems = check(value)
  if (problems.length === 0) return value
  throw new CommandError(`${file.name} is not valid`, {
    exitCode: exitCodes.validation,
    code: 'manifest_invalid',
    problems: problems.map(({ pointer, detail, fix }) => ({
      where: `${locate(pointer).replace(file.path, () => file.name)} ${pointer}`.trim(),
      what: detail,
      fix,
    })),
  })
}

const noStdin = () => Promise.resolve(new Uint8Array())
const maxManifestBytes = 1024 ** 2

function refuseLarge({ name, size }: NamedFile): void {
  if (size <= maxManifestBytes) return
  throw new CommandError(`${name} has ${formatBytes(size)}; at most ${formatBytes(maxManifestBytes)} are allowed`, {
    exitCode: exitCodes.validation,
    code: 'manifest_invalid',
    fix: 'It must describe only one release.',
  })
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
            detail: `The folder has no file "${file}".`,
            fix:
              among.length === 0
                ? 'Add the file to the folder.'
                : `The folder has ${listed(among.map(({ name }) => name))}.`,
          },
        ],
  )
  const twice = named.filter(({ file }, index) => named.findIndex((other) => other.file === file) < index)
  return [
    ...missing,
    ...twice.map(({ pointer, file }) => ({
      pointer,
      code: 'file_twice',
      detail: `"${String(file)}" is already a track.`,
      fix: 'List each audio file once.',
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
