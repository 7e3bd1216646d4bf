import { readdir, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { type DeliveryFile, detectFileKind, type FileKind, isHidden, parseDiscFolder } from '@spindle/client/suggest'
import { CommandError, exitCodes, UsageError } from '@spindle/command-line'

/** The contents of a folder and, one level down, of its disc folders. Nothing is opened here. */

/** A file as it was found; the numbers show whether it is still the same. */
export interface FolderFile extends DeliveryFile {
  readonly path: string
  readonly mtimeMs: number
  readonly ctimeMs: number
}

/** The files of a folder by what they are for. */
export interface Folder {
  readonly path: string
  readonly name: string
  readonly masters: readonly FolderFile[]
  /** Audio in formats that are not accepted as masters. */
  readonly foreignAudio: readonly FolderFile[]
  readonly images: readonly FolderFile[]
  readonly manifests: readonly FolderFile[]
  /** Names of files and folders that are not used. */
  readonly unknown: readonly string[]
}

const byName = new Intl.Collator('en', { numeric: true })

/** Throws `UsageError` for anything but a folder, code `no_audio` for one without audio. */
export async function readFolder(given: string, cwd: string): Promise<Folder> {
  const path = resolve(cwd, given)
  const facts = await stat(path).catch(() => undefined)
  if (!facts) throw new UsageError(`The folder ${given} does not exist`, 'Name the folder with the audio files.')
  if (!facts.isDirectory())
    throw new UsageError(`${given} is a file, not a folder`, 'Name the folder with the audio files.')
  const found = await readLevel({ path, prefix: '', disc: undefined })
  const of = (kind: FileKind) => found.filter((entry) => entry.kind === kind).flatMap(({ file }) => file ?? [])
  const folder = {
    path,
    name: basename(path).normalize('NFC'),
    masters: of('master'),
    foreignAudio: of('foreignAudio'),
    images: of('image'),
    manifests: of('manifest'),
    unknown: found.filter(({ kind }) => kind === 'unknown').map(({ name }) => name),
  }
  refuseEmpty(given, folder, found.length)
  return folder
}

function refuseEmpty(given: string, { masters, foreignAudio }: Folder, entries: number): void {
  if (masters.length + foreignAudio.length > 0) return
  throw new CommandError(entries === 0 ? `The folder ${given} is empty` : `The folder ${given} contains no audio`, {
    exitCode: exitCodes.validation,
    code: 'no_audio',
    fix: 'Put WAV, AIFF or FLAC files in the folder. Use disc folders such as "CD1" for several discs.',
  })
}

interface Level {
  readonly path: string
  readonly prefix: string
  readonly disc: number | undefined
}

interface Found {
  readonly name: string
  readonly kind: FileKind
  readonly file?: FolderFile
}

async function readLevel(level: Level): Promise<readonly Found[]> {
  const names = (await readdir(level.path)).filter((name) => !isHidden(name)).sort(byName.compare)
  const found = await Promise.all(names.map((name) => readEntry(level, name)))
  return found.flat()
}

async function readEntry({ path, prefix, disc }: Level, entry: string): Promise<readonly Found[]> {
  const name = `${prefix}${entry.normalize('NFC')}`
  const full = join(path, entry)
  // A link that leads nowhere is listed like anything else that is not used.
  const facts = await stat(full).catch(() => undefined)
  if (facts?.isDirectory()) {
    const inner = prefix === '' ? parseDiscFolder(entry) : undefined
    if (inner === undefined) return [{ name: `${name}/`, kind: 'unknown' }]
    return readLevel({ path: full, prefix: `${name}/`, disc: inner })
  }
  if (!facts?.isFile()) return [{ name, kind: 'unknown' }]
  const kind = detectFileKind(entry)
  const { size, mtimeMs, ctimeMs } = facts
  return [{ name, kind, file: { name, path: full, size, mtimeMs, ctimeMs, disc } }]
}
