import { createHash } from 'node:crypto'
import { maxPackageFiles } from '@spindle/contract/ern-packages'
import type { OpenTransport } from '../../interchange/index.ts'
import { ownFolders } from '../drop.ts'

/**
 * The content of a drop: each folder at its top is a package, a batch or a single release. Names are untrusted, so
 * there is a bound on what is kept of them.
 */

export interface ListedEntry {
  /** In the drop. */
  readonly path: string
  readonly size: number
  readonly modifiedMs: number
}

export interface ListedPackage {
  readonly name: string
  readonly entries: readonly ListedEntry[]
  readonly bytes: number
  /** Of the names, sizes and times of all that is in it. */
  readonly fingerprint: Buffer
  /** Why nothing of it may be taken. */
  readonly fault: string | undefined
}

export interface ListedPlace {
  /** In the order in which they were sent. */
  readonly packages: readonly ListedPackage[]
  /** False where the place holds more than the hub looks at: what is not listed may be there all the same. */
  readonly isWhole: boolean
  /** Entries at the top that are not folders. */
  readonly loose: number
  /** Of the hub's own folders those that are something else, such as links. */
  readonly falseEndings: readonly string[]
}

export interface ListingBounds {
  readonly entries: number
  readonly packageEntries: number
}

const usualBounds: ListingBounds = { entries: 100_000, packageEntries: maxPackageFiles }
const maxPathLength = 1000
const maxNameLength = 255
const maxDepth = 16

interface Found {
  entries: ListedEntry[]
  fault: string | undefined
}

export async function listPlace(
  transport: Pick<OpenTransport, 'walk'>,
  bounds: ListingBounds = usualBounds,
): Promise<ListedPlace> {
  const found = new Map<string, Found>()
  const falseEndings: string[] = []
  let entries = 0
  let loose = 0
  let current: string | undefined
  const packageOf = (name: string): Found => {
    const one = found.get(name) ?? { entries: [], fault: undefined }
    found.set(name, one)
    return one
  }
  const isSkipped = (folder: string): boolean => {
    const [name = ''] = folder.split('/')
    return isOwn(name) || found.get(name)?.fault !== undefined
  }
  for await (const { path, kind, size, modifiedMs } of transport.walk('', isSkipped)) {
    const [name = '', ...below] = path.split('/')
    if (isOwn(name)) {
      if (kind !== 'folder' && below.length === 0) falseEndings.push(name)
      continue
    }
    if (entries >= bounds.entries) break
    entries += 1
    if (name.length > maxNameLength || (below.length === 0 && kind !== 'folder')) {
      loose += 1
      continue
    }
    const one = packageOf(name)
    if (below.length === 0 || one.fault !== undefined) continue
    current = name
    one.fault = faultOf(path, kind) ?? (one.entries.length < bounds.packageEntries ? undefined : tooMany(bounds))
    if (one.fault === undefined && kind === 'file') one.entries.push({ path, size, modifiedMs: Math.floor(modifiedMs) })
  }
  const isWhole = entries < bounds.entries
  // The files of one package come together: the last one, and those of which only the name is known, may have more.
  const known = [...found].filter(([name, one]) => isWhole || (one.entries.length > 0 && name !== current))
  const packages = known.map(([name, one]) => describe(name, one))
  return {
    packages: packages.sort((one, other) => compare(sentAs(one.name), sentAs(other.name))),
    isWhole,
    loose,
    falseEndings,
  }
}

/** Skipped: finished packages, and those that are hidden while they are written. */
const isOwn = (name: string): boolean => name.startsWith('.') || ownFolders.has(name)

function faultOf(path: string, kind: 'file' | 'folder' | 'other'): string | undefined {
  if (kind === 'other')
    return `${shown(path)} is neither a file nor a folder. The hub does not follow links or read devices.`
  if (path.length > maxPathLength) return `The path ${shown(path)} has more than ${maxPathLength} characters.`
  if (path.split('/').length > maxDepth) return `${shown(path)} is more than ${maxDepth} folders deep.`
  return /\p{Cc}/u.test(path) ? `${shown(path)} has control characters in its name.` : undefined
}

const shown = (path: string): string => path.slice(0, 200).replaceAll(/\p{Cc}/gu, '?')
const tooMany = ({ packageEntries }: ListingBounds): string => `It contains more than ${packageEntries} files.`

function describe(name: string, { entries, fault }: Found): ListedPackage {
  const sorted = entries.toSorted((one, other) => compare(one.path, other.path))
  const hash = createHash('sha256').update(fault ?? '')
  let bytes = 0
  for (const { path, size, modifiedMs } of fault === undefined ? sorted : []) {
    hash.update(`${path}\0${size}\0${modifiedMs}\0`)
    bytes += size
  }
  return { name, entries: sorted, bytes, fingerprint: hash.digest(), fault }
}

/** The time in the name of a batch, or of a single release, is when it was sent (ERN choreography, section 6). */
const sentAs = (name: string): string => `${/(?:^|\D)(\d{17})$/.exec(name)?.[1] ?? ''} ${name}`

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
