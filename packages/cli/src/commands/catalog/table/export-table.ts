import type { Release, Spindle } from '@spindle/client'
import { UsageError } from '@spindle/command-line'
import type { CommandHandler } from '../../../command-line/define-command.ts'
import type { exportTable as input } from '../catalog-commands.ts'
import { formatCell, formatRows } from './csv.ts'
import { tableColumns, toRows } from './table-columns.ts'

/** Releases read at a time. */
const readers = 4

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

/** Reads releases at the same time. */
export const readReleases = (client: Spindle, ids: readonly string[], signal: AbortSignal): Promise<Release[]> =>
  Promise.all(ids.map((id) => client.releases.get(id, { signal })))
