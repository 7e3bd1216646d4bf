import { NotFoundError, type Release, type Spindle } from '@spindle/client'
import { UsageError } from '@spindle/command-line'
import type { CommandHandler } from '../../../command-line/define-command.ts'
import type { exportTable as input } from '../catalog-commands.ts'
import { formatCell, formatRows } from './csv.ts'
import { tableColumns, toRows } from './table-columns.ts'

/** Releases read at a time. */
const readers = 4

/** Rows are written as releases are read, so a catalog of any size is never held in memory. */
export const exportTable: CommandHandler<typeof input> = async (context, { editable, ...filters }) => {
  if (!editable)
    throw new UsageError(
      '`catalog export` writes the editable table only',
      'Add --editable. For all columns, use: spindle catalog list --format csv',
    )
  const { out, signal } = context
  const client = await context.client()
  const query = { ...filters, limit: 100 }
  async function* table(): AsyncIterable<Uint8Array> {
    const encoder = new TextEncoder()
    yield encoder.encode(formatRows([tableColumns]))
    let ids: string[] = []
    const read = async () => encoder.encode(formatReleases(await readReleases(client, ids, signal)))
    for await (const item of client.catalog.list(query, { signal })) {
      if (!item.deleted) ids.push(item.id)
      if (ids.length < readers) continue
      yield await read()
      ids = []
    }
    if (ids.length > 0) yield await read()
  }
  await out.stream(table())
  return undefined
}

const formatReleases = (releases: readonly Release[]): string =>
  releases
    .flatMap(toRows)
    .map((row) => `${row.map(formatCell).join(',')}\r\n`)
    .join('')

/** Reads releases at the same time. One that does not exist is left out: it may be deleted after it was listed. */
export async function readReleases(client: Spindle, ids: readonly string[], signal: AbortSignal): Promise<Release[]> {
  const found = await Promise.all(ids.map((id) => findRelease(client, id, signal)))
  return found.filter((release) => release !== undefined)
}

async function findRelease({ releases }: Spindle, id: string, signal: AbortSignal): Promise<Release | undefined> {
  try {
    return await releases.get(id, { signal })
  } catch (error) {
    if (error instanceof NotFoundError && error.code === 'release_not_found') return undefined
    throw error
  }
}
