import { open, readdir, readFile, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { CommandError, exitCodes, UsageError } from '@spindle/command-line'
import {
  isPackageName,
  isXmlName,
  kindOfXml,
  type Manifest,
  maxPackageFiles,
  maxXmlBytes,
  messageStartBytes,
  readPackageNames,
} from '@spindle/contract/ern-packages'

/** The messages in a folder, each with the files beside and below it. Links are not followed. */

/** A file as its message names it. */
export interface PackageFile {
  /** From the message, with `/`. */
  readonly path: string
  readonly file: NamedFile
}

/** A file of a package, wherever it was unpacked. */
export interface NamedFile {
  /** As people see it. */
  readonly name: string
  /** Its path. */
  readonly path: string
}

/** A message and what came with it. */
export interface PackageMessage extends NamedFile {
  readonly files: readonly PackageFile[]
  /** Paths, relative to the message, of other files that are not sent: the hub does not accept such names. */
  readonly otherFiles: ReadonlySet<string>
}

/** A folder, or one message in it. */
export interface PackagePlace {
  readonly path: string
  /** Its name for people. */
  readonly shown: string
}

/** Throws `UsageError` for anything but a folder or message; codes `no_message`, `incomplete_batch`. */
export async function readPackage({ path: root, shown }: PackagePlace): Promise<PackageMessage[]> {
  const isFile = (await stat(root)).isFile()
  const folder = isFile ? dirname(root) : root
  const label = isFile ? dirname(shown) : shown
  const all = await listNames(folder, shown)
  const names = all.filter((name) => isPackageName(name))
  const xml = isFile ? [nameIn(folder, root)] : names.filter((name) => isXmlName(name))
  const { messages, manifests } = await sortXml(folder, xml)
  if (messages.length === 0) throw noMessage(shown)
  const found = readPackageNames({ messages, manifests, names })
  if (found.missing.length > 0) throw incompleteBatch(shown, found.missing)
  const fileOf = (name: string): NamedFile => ({ name: join(label, name), path: join(folder, name) })
  const others = all.filter((name) => !isPackageName(name))
  const below = (path: string): string[] => {
    const start = path.slice(0, path.lastIndexOf('/') + 1)
    return others.flatMap((name) => (name.startsWith(start) ? [name.slice(start.length)] : []))
  }
  return found.messages.map(({ path, files }) => ({
    ...fileOf(path),
    otherFiles: new Set(below(path)),
    files: files.map((file) => ({ path: file.path, file: fileOf(file.name) })),
  }))
}

/** Throws `UsageError` if it does not exist. */
export async function findPackage(given: string, cwd: string): Promise<PackagePlace & { readonly isFile: boolean }> {
  const path = resolve(cwd, given)
  const facts = await stat(path).catch(() => undefined)
  if (!facts)
    throw new UsageError(`${given} does not exist`, 'Name the folder or archive with the message and its files.')
  return { path, shown: relative(cwd, path) || '.', isFile: facts.isFile() }
}

const nameIn = (folder: string, path: string): string => relative(folder, path).split(sep).join('/')

async function listNames(folder: string, shown: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => nameIn(folder, join(entry.parentPath, entry.name)))
  if (names.filter((name) => isPackageName(name)).length <= maxPackageFiles) return names
  throw new UsageError(`${shown} contains more than ${maxPackageFiles} files`, 'Import one batch at a time.')
}

async function sortXml(folder: string, names: readonly string[]) {
  const messages: string[] = []
  const manifests: Manifest[] = []
  for (const path of names) {
    const kind = await readKind(join(folder, path))
    if (kind === 'message') messages.push(path)
    if (kind === 'manifest') manifests.push({ path, bytes: await readFile(join(folder, path)) })
  }
  return { messages, manifests }
}

async function readKind(path: string) {
  const file = await open(path)
  try {
    if ((await file.stat()).size > maxXmlBytes) return 'other'
    const { buffer, bytesRead } = await file.read(Buffer.alloc(messageStartBytes), 0, messageStartBytes, 0)
    return kindOfXml(buffer.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}

const noMessage = (shown: string): CommandError =>
  new CommandError(`${shown} contains no NewReleaseMessage and no PurgeReleaseMessage`, {
    exitCode: exitCodes.validation,
    code: 'no_message',
    fix: 'Name the folder or archive with the XML of the message. A message can have at most 8 MiB.',
  })

const incompleteBatch = (shown: string, missing: readonly string[]): CommandError =>
  new CommandError(`${shown} is incomplete: its manifest lists messages that are missing`, {
    exitCode: exitCodes.validation,
    code: 'incomplete_batch',
    problems: missing.slice(0, 20).map((name) => ({ where: name, what: 'not in the batch' })),
    fix: 'Copy the batch again when its sender has completed it. Nothing was imported.',
  })
