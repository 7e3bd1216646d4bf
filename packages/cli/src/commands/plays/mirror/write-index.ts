import { createReadStream } from 'node:fs'
import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { syncFolder } from '../../../files/write-file-atomically.ts'
import { isThere, listMirrored, type MirrorPlace } from './mirror-place.ts'
import { type MirroredRelease, releaseFile } from './refresh-release.ts'

/**
 * `index.ndjson`: a line for each release, by id. It is replaced as a whole. Lines of releases that did not change are
 * copied from the one before, so that a change of one does not read a hundred thousand files.
 */

/** `changed` are the ids of the releases whose lines are made again. */
export async function writeIndex(place: MirrorPlace, changed: 'all' | ReadonlySet<string>): Promise<number> {
  const path = join(place.own, 'index.part')
  const before = changed === 'all' || !(await isThere(place.index)) ? undefined : { changed, lines: oldLines(place) }
  const file = await open(path, 'w')
  let releases = 0
  try {
    let pending = ''
    for await (const line of makeLines(place, before)) {
      releases += 1
      pending += `${line}\n`
      if (pending.length < 65_536) continue
      await file.write(pending)
      pending = ''
    }
    await file.write(pending)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(path, place.index)
  await syncFolder(place.root)
  return releases
}

interface IndexBefore {
  readonly changed: ReadonlySet<string>
  readonly lines: ReturnType<typeof oldLines>
}

async function* makeLines(place: MirrorPlace, before: IndexBefore | undefined): AsyncGenerator<string> {
  for (const id of await listMirrored(place)) {
    const old = before?.changed.has(id) ? undefined : await before?.lines.find(id)
    const line = old ?? (await makeLine(place, id))
    if (line !== undefined) yield line
  }
  await before?.lines.close()
}

/** Both are sorted by id, so one pass finds all. */
function oldLines({ index }: MirrorPlace) {
  const input = createReadStream(index)
  const lines = createInterface({ input })[Symbol.asyncIterator]()
  let current: string | undefined
  let currentId = ''
  return {
    async find(id: string): Promise<string | undefined> {
      while (currentId < id) {
        const next = await lines.next()
        if (next.done) return undefined
        current = next.value
        currentId = /^\{"id":"(rel_[0-9A-Z]{26})"/.exec(current)?.[1] ?? ''
      }
      return currentId === id ? current : undefined
    },
    async close(): Promise<void> {
      await lines.return?.()
      input.destroy()
    },
  }
}

/** Undefined if the release is not complete yet, or is gone. */
async function makeLine({ releases }: MirrorPlace, id: string): Promise<string | undefined> {
  const text = await readFile(join(releases, id, releaseFile), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  const { title, version, type, displayArtist, label, upc, releaseDate, language, trackCount, files } = JSON.parse(
    text,
  ) as MirroredRelease
  const covers = files.covers.map((cover) => ({ ...cover, file: `releases/${id}/${cover.file}` }))
  const about = { title, version, type, displayArtist, label, upc, releaseDate, language, trackCount }
  return JSON.stringify({ id, ...about, file: `releases/${id}/${releaseFile}`, covers })
}
