import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/**
 * What it costs that the offset of an upload is committed with a receipt: the largest one that an upload had while it ran,
 * written as often as that upload committed, beside the same commits without it.
 */

const watchEveryMs = 50

export interface WatchedUpload {
  readonly receipt: string
  readonly commits: number
}

/** Reads along while an upload runs; there is no other. */
export async function watchReceipts(databaseUrl: string, upload: Promise<unknown>): Promise<WatchedUpload> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  let isRunning = true
  const ended = upload.finally(() => {
    isRunning = false
  })
  // Awaited below, once the loop has ended.
  ended.catch(() => undefined)
  const offsets = new Set<string>()
  let receipt = ''
  try {
    while (isRunning) {
      const { rows } = await client.query<{ offset: string; receipt: string | null }>(
        `select received_bytes as offset, receipt::text as receipt from uploads where status = 'awaiting_data'`,
      )
      for (const row of rows) {
        offsets.add(row.offset)
        if ((row.receipt ?? '').length > receipt.length) receipt = row.receipt ?? ''
      }
      await sleep(watchEveryMs)
    }
    await ended
  } finally {
    await client.end()
  }
  if (receipt === '') throw new Error('The upload had no receipt while it ran')
  return { receipt, commits: offsets.size }
}

/** Milliseconds of so many commits of an offset, with the receipt and without. */
export async function measureReceipt(databaseUrl: string, { receipt, commits }: WatchedUpload) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const measure = async (written: string | null): Promise<number> => {
    const start = performance.now()
    for (let commit = 1; commit <= commits; commit++)
      await client.query('update offsets set received_bytes = $1, receipt = $2', [commit, written])
    return performance.now() - start
  }
  try {
    await client.query('create table if not exists offsets (received_bytes bigint, receipt jsonb)')
    await client.query('truncate offsets')
    await client.query('insert into offsets values (0, null)')
    return { withMs: await measure(receipt), withoutMs: await measure(null) }
  } finally {
    await client.end()
  }
}
