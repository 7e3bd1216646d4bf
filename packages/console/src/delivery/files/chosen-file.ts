import { type DeliveryFile, isHidden, parseDiscFolder } from '@spindle/client/suggest'

/** Files as people choose or drop them. */

export interface ChosenFile extends DeliveryFile {
  readonly bytes: File
}

export interface Chosen {
  /** Of the folder, if one was chosen. */
  readonly folderName: string | undefined
  readonly files: readonly ChosenFile[]
}

interface Placed {
  /** Names of the folders above, the outermost first. */
  readonly folders: readonly string[]
  readonly bytes: File
}

/** From `<input type="file">`, with or without `webkitdirectory`. */
export const filesOfInput = (files: Iterable<File>): Chosen =>
  arrange(Array.from(files, (bytes) => ({ bytes, folders: bytes.webkitRelativePath.split('/').slice(0, -1) })))

/** From a drop. The entries must be read before anything is awaited: the browser removes them afterwards. */
export async function filesOfDrop(transfer: DataTransfer): Promise<Chosen> {
  const items = Array.from(transfer.items).filter(({ kind }) => kind === 'file')
  const entries = items.map((item) => item.webkitGetAsEntry())
  const plain = Array.from(transfer.files)
  const found = await Promise.all(
    entries.map(async (entry, index): Promise<readonly Placed[]> => {
      const bytes = plain[index]
      return entry ? walk(entry, []) : bytes ? [{ folders: [], bytes }] : []
    }),
  )
  return arrange(found.flat())
}

async function walk(entry: FileSystemEntry, folders: readonly string[]): Promise<readonly Placed[]> {
  if (isHidden(entry.name)) return []
  if (entry.isFile)
    return [
      {
        folders,
        bytes: await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject)),
      },
    ]
  // Nothing of a release is deeper than a disc folder.
  if (folders.length > 2) return []
  const inner = await readAll((entry as FileSystemDirectoryEntry).createReader())
  const found = await Promise.all(inner.map((one) => walk(one, [...folders, entry.name])))
  return found.flat()
}

/** A reader gives a hundred entries at a time, and none when it is through. */
async function readAll(reader: FileSystemDirectoryReader): Promise<readonly FileSystemEntry[]> {
  const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
  return batch.length === 0 ? [] : [...batch, ...(await readAll(reader))]
}

function arrange(placed: readonly Placed[]): Chosen {
  const outermost = new Set(placed.map(({ folders }) => folders[0]))
  const folderName = outermost.size === 1 ? [...outermost][0] : undefined
  // A folder that is one of several discs does not name a release.
  const isRoot = folderName !== undefined && parseDiscFolder(folderName) === undefined
  const files = placed.flatMap(({ folders, bytes }): readonly ChosenFile[] => {
    const inside = isRoot ? folders.slice(1) : folders
    if (isHidden(bytes.name) || folders.some(isHidden)) return []
    const disc = inside.map(parseDiscFolder).find((one) => one !== undefined)
    return [{ name: [...inside, bytes.name].join('/').normalize('NFC'), size: bytes.size, disc, bytes }]
  })
  return { folderName: isRoot ? folderName.normalize('NFC') : undefined, files: files.sort(byName) }
}

const collator = new Intl.Collator('en', { numeric: true })
const byName = (a: ChosenFile, b: ChosenFile): number => collator.compare(a.name, b.name)
