import {
  isPackageName,
  isXmlName,
  kindOfXml,
  type Manifest,
  type MessagePlace,
  maxXmlBytes,
  readPackageNames,
} from '@spindle/contract/ern-packages'
import { type Imports, indexGiven, type ReadFile, type Reading } from '../../imports/index.ts'
import type { OpenTransport } from '../../interchange/index.ts'
import type { ListedPackage } from './list-place.ts'

/**
 * What a package holds, by its XML. Only the jail reads messages; of manifests nothing is taken but the names in them.
 * One XML at a time is in memory.
 */

const maxManifestBytes = 1024 ** 2
const maxManifests = 20
const maxMessages = 1_000
/** That all messages of a package name together. */
const maxNamedFiles = 20_000

/** Nothing of the package can be imported, whatever else arrives. */
export class PackageRefused extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.name = 'PackageRefused'
    this.code = code
  }
}

export interface SortedPackage {
  /** In their order, with the files that lie beside them; paths are those in the drop. */
  readonly messages: readonly MessagePlace[]
  /** What a manifest names and is not there. */
  readonly missing: readonly string[]
  /** The sender has said that it is whole. */
  readonly isMarked: boolean
}

interface Sources {
  readonly transport: Pick<OpenTransport, 'read'>
  readonly listed: ListedPackage
}

/** `onMessage` gets the bytes of each message, in no order. */
export async function sortPackage(
  { transport, listed }: Sources,
  onMessage: (path: string, bytes: Buffer) => Promise<void> = async () => {},
): Promise<SortedPackage> {
  const named = listed.entries.filter(({ path }) => isPackageName(path))
  const messages: string[] = []
  const manifests: Manifest[] = []
  for (const { path, size } of named) {
    if (!isXmlName(path) || size === 0 || size > maxXmlBytes) continue
    const bytes = await transport.read(path, maxXmlBytes)
    const kind = kindOfXml(bytes)
    if (kind === 'manifest') manifests.push({ path, bytes })
    if (kind !== 'message') continue
    messages.push(path)
    if (messages.length > maxMessages)
      throw new PackageRefused('too_large', `It contains more than ${maxMessages} messages.`)
    await onMessage(path, bytes)
  }
  if (manifests.length > maxManifests || manifests.some(({ bytes }) => bytes.length > maxManifestBytes))
    throw new PackageRefused('too_large', `It contains more than ${maxManifests} manifests, or one larger than 1 MiB.`)
  const sorted = readPackageNames({ messages, manifests, names: named.map(({ path }) => path) })
  const isMarked =
    manifests.length > 0 || listed.entries.some(({ path }) => /(?:^|\/)BatchComplete_[^/]*\.xml$/i.test(path))
  return { ...sorted, isMarked }
}

/** A file that a message names and that is there. */
export interface NeededFile {
  /** In the drop. */
  readonly path: string
  readonly kind: 'audio' | 'image'
  /** As the messages write them; none where they say nothing. */
  readonly hashes: readonly NonNullable<ReadFile['hash']>[]
  readonly sizes: readonly string[]
}

export interface ReadPackage extends SortedPackage {
  readonly needed: readonly NeededFile[]
  /** Files that messages name, that come with them, and that are not there. */
  readonly lacking: readonly string[]
  /** Messages that are not complete XML. */
  readonly broken: readonly string[]
}

interface Named {
  readonly written: string
  readonly file: ReadFile
  readonly kind: NeededFile['kind']
}

export async function readPackage(sources: Sources, read: Imports['read']): Promise<ReadPackage> {
  const named = new Map<string, readonly Named[]>()
  const broken: string[] = []
  let count = 0
  const sorted = await sortPackage(sources, async (path, bytes) => {
    const reading = await read(bytes)
    if (reading.outcome === 'refused') {
      if (reading.code === 'xml_invalid') broken.push(path)
      return
    }
    const files = filesNamedIn(reading)
    count += files.length
    if (count > maxNamedFiles)
      throw new PackageRefused('too_large', `Its messages list more than ${maxNamedFiles} files.`)
    named.set(path, files)
  })
  return { ...sorted, broken, ...match(sorted.messages, named) }
}

function filesNamedIn({ message: { release } }: Extract<Reading, { outcome: 'read' }>): Named[] {
  if (!release) return []
  const named = (file: ReadFile, kind: NeededFile['kind']): Named[] =>
    file.path === null ? [] : [{ written: file.path, file, kind }]
  return [
    ...release.tracks.flatMap(({ file }) => named(file, 'audio')),
    ...(release.cover ? named(release.cover, 'image') : []),
  ]
}

function match(
  messages: readonly MessagePlace[],
  named: ReadonlyMap<string, readonly Named[]>,
): Pick<ReadPackage, 'needed' | 'lacking'> {
  const needed = new Map<string, NeededFile>()
  const lacking: string[] = []
  for (const { path: message, files } of messages) {
    const find = indexGiven(files)
    for (const { written, file, kind } of named.get(message) ?? []) {
      const path = find(written)?.name
      if (path === undefined) {
        if (file.isProvided) lacking.push(written)
        continue
      }
      const { hashes, sizes } = needed.get(path) ?? { hashes: [], sizes: [] }
      needed.set(path, {
        path,
        kind,
        hashes: file.hash ? [...hashes, file.hash] : hashes,
        sizes: file.size === null ? sizes : [...sizes, file.size],
      })
    }
  }
  return { needed: [...needed.values()], lacking }
}
