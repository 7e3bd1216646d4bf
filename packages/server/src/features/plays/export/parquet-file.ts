import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { zstdCompressSync } from 'node:zlib'
import type { ExportedPlay } from '../ledger/plays-ledger.ts'

/** Plays as a Parquet file, written group by group: what is in memory is one group, however long the day was. */

const text = { type: 'BYTE_ARRAY', converted_type: 'UTF8' } as const
const columns = {
  property: { ...text, repetition_type: 'REQUIRED' },
  id: { ...text, repetition_type: 'REQUIRED' },
  at: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS', repetition_type: 'REQUIRED' },
  account_id: { ...text, repetition_type: 'REQUIRED' },
  release_id: { ...text, repetition_type: 'REQUIRED' },
  track_id: { ...text, repetition_type: 'REQUIRED' },
  territory: { ...text, repetition_type: 'OPTIONAL' },
  source: { ...text, repetition_type: 'OPTIONAL' },
  model: { ...text, repetition_type: 'OPTIONAL' },
  played_ms: { type: 'INT32', repetition_type: 'OPTIONAL' },
  sandbox: { type: 'BOOLEAN', repetition_type: 'REQUIRED' },
} as const

const values: { readonly [Name in keyof typeof columns]: (play: ExportedPlay) => unknown } = {
  property: ({ property }) => property,
  id: ({ id }) => id,
  at: ({ at }) => new Date(at),
  account_id: ({ accountId }) => accountId,
  release_id: ({ releaseId }) => releaseId,
  track_id: ({ trackId }) => trackId,
  territory: ({ territory }) => territory,
  source: ({ source }) => source,
  model: ({ model }) => model,
  played_ms: ({ playedMs }) => playedMs,
  sandbox: ({ sandbox }) => sandbox,
}

export interface WrittenFile {
  readonly rows: number
  readonly bytes: number
  readonly sha256: string
}

/** Writes a new file, or over what a crash left of one, and returns when the bytes are on the disk. */
export async function writePlays(file: string, groups: AsyncIterable<readonly ExportedPlay[]>): Promise<WrittenFile> {
  const { ByteWriter, ParquetWriter } = await import('hyparquet-writer')
  const handle = await open(file, 'w', 0o600)
  try {
    const hash = createHash('sha256')
    const buffer = new ByteWriter()
    const flush = async (): Promise<void> => {
      const bytes = buffer.getBytes()
      hash.update(bytes)
      await handle.writeFile(bytes)
      buffer.index = 0
    }
    const names = Object.keys(columns) as (keyof typeof columns)[]
    const writer = new ParquetWriter({
      writer: buffer,
      schema: [{ name: 'plays', num_children: names.length }, ...names.map((name) => ({ name, ...columns[name] }))],
      codec: 'ZSTD',
      compressors: { ZSTD: (bytes: Uint8Array) => zstdCompressSync(bytes) },
    })
    let rows = 0
    for await (const plays of groups) {
      const columnData = names.map((name) => ({ name, data: plays.map(values[name]) }))
      await writer.write({ columnData, rowGroupSize: plays.length })
      await flush()
      rows += plays.length
    }
    await writer.finish()
    await flush()
    await handle.sync()
    return { rows, bytes: buffer.offset, sha256: hash.digest('hex') }
  } finally {
    await handle.close()
  }
}
