/**
 * The contents of a package or a batch of DDEX ERN, by names with `/`: its messages in their order, each with its own
 * files.
 */

/** A message in a package. */
export interface MessagePlace {
  /** Of the XML, in the package. */
  readonly path: string
  /** The files beside and below it, but not below the folder of another message. */
  readonly files: readonly PackageFile[]
}

/** A file of a message. */
export interface PackageFile {
  /** From the message. */
  readonly path: string
  /** In the package. */
  readonly name: string
}

/** The end mark of a batch: a manifest, or an empty file of that name. */
export interface Manifest {
  readonly path: string
  readonly bytes: Uint8Array
}

/** The type of a message is within so many bytes. */
export const messageStartBytes = 16_384
/** The largest number of files of a package from any source. */
export const maxPackageFiles = 20_000
/** XML that is larger is not a message. */
export const maxXmlBytes = 8 * 1024 ** 2

const mediaName = /\.(?:wav|flac|aiff?|mp3|jpe?g|png|tiff?|webp)$/i

/** Whether it may be a message or a manifest. */
export const isXmlName = (path: string): boolean => /\.xml$/i.test(path)
/** Whether a message may mean it; nothing hidden, such as what a Mac lays beside its files. */
export const isPackageName = (path: string): boolean =>
  !path.split('/').some((part) => part.startsWith('.')) && (isXmlName(path) || mediaName.test(path))

/** What an XML file is in a package. */
export type XmlKind = 'message' | 'manifest' | 'other'

/** By what it begins with. */
export function kindOfXml(start: Uint8Array): XmlKind {
  // Also in UTF-16, where every other byte is zero.
  const text = String.fromCharCode(...start.subarray(0, messageStartBytes)).replaceAll('\0', '')
  const [, root] = /<(?:[\w.-]+:)?(NewReleaseMessage|PurgeReleaseMessage|ManifestMessage)\b/.exec(text) ?? []
  if (root === undefined) return 'other'
  return root === 'ManifestMessage' ? 'manifest' : 'message'
}

/** What was found, before it is known what belongs together. */
export interface PackageContent {
  /** XML that is a message. */
  readonly messages: readonly string[]
  readonly manifests: readonly Manifest[]
  /** Everything in the package. */
  readonly names: readonly string[]
}

/** A package as its sender meant it. */
export interface ReadPackage {
  /** In the order of the manifest, of batches and what no manifest names in the order of the names. */
  readonly messages: readonly MessagePlace[]
  /** What a manifest names and is not there. */
  readonly missing: readonly string[]
}

/** Pure: the caller lists the names and reads the files. */
export function readPackageNames({ messages, manifests, names }: PackageContent): ReadPackage {
  const batches = manifests.map((manifest) => orderOf(manifest, messages))
  const ordered = messages.map((path) => {
    const folder = folderOf(path)
    const batch = batches
      .filter((one) => isBelow(folder, one.folder))
      .reduce<Batch | undefined>(
        (inner, one) => (inner && inner.folder.length > one.folder.length ? inner : one),
        undefined,
      )
    return { path, batch: batch?.folder ?? path, place: batch?.places.get(path) ?? messages.length }
  })
  ordered.sort((a, b) => compare(a.batch, b.batch) || a.place - b.place || compare(a.path, b.path))
  const media = names.filter((name) => mediaName.test(name))
  const files = ownersOf(media, new Set(messages.map(folderOf)))
  return {
    messages: ordered.map(({ path }) => ({ path, files: files.get(folderOf(path)) ?? [] })),
    missing: batches.flatMap(({ missing }) => missing),
  }
}

interface Batch {
  readonly folder: string
  /** Of the messages, in the order of the manifest. */
  readonly places: ReadonlyMap<string, number>
  readonly missing: readonly string[]
}

function orderOf({ path, bytes }: Manifest, messages: readonly string[]): Batch {
  const folder = folderOf(path)
  const find = indexEnds(messages.filter((message) => isBelow(message, folder)))
  const named = namesIn(bytes).map((url) => ({ url, message: find(url) }))
  const ordered = new Set(named.flatMap(({ message }) => message ?? []))
  return {
    folder,
    places: new Map([...ordered].map((message, place) => [message, place])),
    missing: named.flatMap(({ url, message }) => (message === undefined ? [url] : [])),
  }
}

/** From the folder of the manifest, from the root of the sender's server, or only the name: senders differ. */
function indexEnds(messages: readonly string[]): (url: string) => string | undefined {
  // Null if several messages end so.
  const byEnd = new Map<string, string | null>()
  for (const message of messages)
    for (const end of endsOf(message.split('/'))) byEnd.set(end, byEnd.has(end) ? null : message)
  return (url) => {
    const parts = url.split('/').filter((part) => part !== '' && part !== '.')
    for (const end of endsOf(parts)) {
      const found = byEnd.get(end)
      if (found) return found
    }
    return undefined
  }
}

/** Folders of a package are not as deep; a text that is would be cut at each of its steps. */
const maxSteps = 32

function endsOf(steps: readonly string[]): string[] {
  const last = steps.slice(-maxSteps)
  return last.map((_, skipped) => last.slice(skipped).join('/'))
}

function namesIn(bytes: Uint8Array): string[] {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  const text = new TextDecoder(isUtf16 ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8').decode(bytes)
  const found = text.matchAll(/<(?:[\w.-]+:)?URL(?:\s[^<>]*)?>([^<]{1,1000})<\//g)
  return [...found].map(([, url = '']) => url.replaceAll('&amp;', '&').trim()).filter((url) => isXmlName(url))
}

/** By the folder of the message they belong to. */
function ownersOf(names: readonly string[], folders: ReadonlySet<string>): ReadonlyMap<string, readonly PackageFile[]> {
  const files = new Map<string, PackageFile[]>()
  for (const name of names) {
    let owner = folderOf(name)
    while (owner !== '' && !folders.has(owner)) owner = folderOf(owner)
    const file = { path: owner === '' ? name : name.slice(owner.length + 1), name }
    const others = files.get(owner)
    if (others) others.push(file)
    else files.set(owner, [file])
  }
  return files
}

const folderOf = (path: string): string => path.slice(0, Math.max(path.lastIndexOf('/'), 0))
const isBelow = (path: string, folder: string): boolean =>
  folder === '' || path === folder || path.startsWith(`${folder}/`)
const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
