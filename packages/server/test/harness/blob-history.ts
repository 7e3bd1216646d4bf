import { buffer } from 'node:stream/consumers'
import { expect } from 'vitest'
import type { BlobKey, BlobReceipt, Blobs, BlobWriter } from '../../src/platform/blobs/blobs.ts'
import { idGenerator } from '../../src/platform/values/ids.ts'
import { createRandom, type Random } from './random.ts'

/**
 * One blob from its first byte to its end, through everything that can happen to it: crashed processes that still write
 * late, lost commits, requests that start again at the last offset, failures of the storage. A plain buffer records
 * what was committed; at the end the storage must have exactly that.
 */
interface HistoryOptions {
  readonly random: Random
  /** The storage as another process opens it. */
  readonly open: () => Blobs
  /** Most bytes of one write. */
  readonly writeBytes: number
  readonly steps: number
}

/** A row of the database: what was acknowledged. */
interface Row {
  bytes: Buffer
  receipt: BlobReceipt
  fence: number
}

interface Process {
  readonly blobs: Blobs
  readonly writer: BlobWriter
  /** Everything up to the position of the writer. */
  bytes: Buffer
}

/** Runs them one after another, each from a separate seed; `open` is called once for each. */
export async function runHistories(label: string, { count, seed, partBytes, open }: HistoriesOptions): Promise<void> {
  console.log(`${label}: ${count} histories, FAULT_SEED=${seed}`)
  const random = createRandom(seed)
  for (let i = 0; i < count; i++) {
    const own = random.fork(`${label} ${i}`)
    await runHistory({ random: own, open: open(own), writeBytes: 3 * partBytes, steps: 20 }).catch((error: unknown) => {
      throw new Error(`history ${i} of seed ${seed}: ${(error as Error).message}`, { cause: error })
    })
  }
}

export interface HistoriesOptions {
  readonly count: number
  readonly seed: number
  /** Of the storage: writes are up to three times as long. */
  readonly partBytes: number
  readonly open: (random: Random) => () => Blobs
}

const ids = idGenerator({ now: () => Date.now() })

/** Undefined if the storage failed, as it may. */
const attempt = async <T>(work: Promise<T>): Promise<T | undefined> => {
  try {
    return await work
  } catch (error) {
    expect(error).toMatchObject({ code: 'storage_unavailable' })
    return undefined
  }
}

async function runHistory(options: HistoryOptions): Promise<void> {
  const { random, open, steps } = options
  const key = ids.make('upl')
  const row: Row = { bytes: Buffer.alloc(0), receipt: null, fence: 0 }
  const late: Process[] = []
  let current: Process | undefined
  const begin = async (size: number | null): Promise<Process | undefined> => {
    row.fence += 1
    const blobs = open()
    const start = { offset: row.bytes.length, fence: row.fence, size }
    const writer = await attempt(blobs.openWriter({ key, receipt: row.receipt }, start))
    return writer && { blobs, writer, bytes: row.bytes }
  }
  const commit = async (process: Process): Promise<void> => {
    const durable = await attempt(process.writer.sync(random.pick(['all', 'enough'])))
    if (!durable || random.chance(0.15)) return
    const earlier = { key, receipt: row.receipt }
    row.bytes = process.bytes.subarray(0, durable.position)
    row.receipt = durable.receipt
    if (random.chance(0.9)) await process.blobs.release(earlier, row.receipt)
  }
  const actions: Readonly<Record<string, (process: Process) => Promise<unknown>>> = {
    write: (process) => write(options, process),
    commit,
    async crash(process) {
      late.push(process)
      current = undefined
    },
    /** The next request of the same process: it starts at the last commit. */
    async resume(process) {
      await attempt(process.writer.truncate(row.bytes.length))
      process.bytes = process.bytes.subarray(0, process.writer.position)
    },
    async haunt() {
      if (late.length === 0) return
      const process = random.pick(late)
      await write(options, process)
      await attempt(process.writer.sync('all'))
    },
  }
  const names = ['write', 'write', 'write', 'commit', 'commit', 'crash', 'resume', 'haunt']
  for (let step = 0; step < steps; step++) {
    current ??= await begin(null)
    if (current) await actions[random.pick(names)]?.(current)
  }
  await finish(options, { key, row, current: random.chance(0.5) ? current : undefined, late })
  // Whatever a writer still sends would come after the deletion.
  for (const { writer } of [...late, ...(current ? [current] : [])]) await attempt(writer.close())
  await until(() => open().delete(key))
}

async function write({ random, writeBytes }: HistoryOptions, process: Process): Promise<void> {
  const bytes = random.bytes(random.integer(1, writeBytes))
  const before = process.writer.position
  await attempt(process.writer.write([bytes]))
  process.bytes = Buffer.concat([
    process.bytes.subarray(0, before),
    bytes.subarray(0, process.writer.position - before),
  ])
}

interface Ending {
  readonly key: BlobKey
  readonly row: Row
  readonly current: Process | undefined
  readonly late: readonly Process[]
}

/** By the process that wrote it, or by another one; the first answers may be lost. */
async function finish(options: HistoryOptions, { key, row, current, late }: Ending): Promise<void> {
  const { random, open } = options
  const blobs = open()
  const bytes = row.bytes
  let receipt: BlobReceipt | undefined
  if (current) {
    await attempt(current.writer.truncate(bytes.length))
    if (current.writer.position === bytes.length) receipt = await attempt(current.writer.finalise())
    if (random.chance(0.3)) receipt = undefined
  }
  for (let tries = 0; receipt === undefined; tries++) {
    receipt = await attempt(blobs.finalise({ key, receipt: row.receipt }, bytes.length))
    if (tries > 20) throw new Error('the storage never finalised')
    if (random.chance(0.3)) receipt = undefined
  }
  await blobs.release({ key, receipt: row.receipt }, receipt)
  if (late.length > 0) {
    const zombie = random.pick(late)
    await write(options, zombie)
    await attempt(zombie.writer.sync('all'))
  }
  await requireContent(options, { key, receipt, bytes })
  await consolidate(options, { key, receipt, bytes })
}

/** By a worker that may die before its commit; unused pieces are deleted later. */
async function consolidate(options: HistoryOptions, { key, receipt, bytes }: Expected): Promise<void> {
  const { random, open } = options
  let committed = receipt
  for (let times = random.integer(0, 2); times > 0; times--) {
    const [blobs, blob] = [open(), { key, receipt: committed }]
    const made = await attempt(blobs.withLocalFile(blob, (file) => blobs.consolidate(blob, file)))
    if (made && random.chance(0.7)) committed = made
    await requireContent(options, { key, receipt, bytes })
  }
  await requireContent(options, { key, receipt: committed, bytes })
  await until(() => open().deleteReplaced({ key, receipt: committed }))
  await requireContent(options, { key, receipt: committed, bytes })
}

interface Expected {
  readonly key: BlobKey
  readonly receipt: BlobReceipt
  readonly bytes: Buffer
}

async function requireContent({ random, open }: HistoryOptions, { key, receipt, bytes }: Expected): Promise<void> {
  const blob = { key, receipt }
  const blobs = open()
  expect(await until(() => blobs.stat(blob))).toEqual({ state: 'complete', bytes: bytes.length })
  const read = await until(async () => buffer(await blobs.read(blob)))
  if (!read.equals(bytes)) throw new Error(`read ${read.length} bytes that are not the ${bytes.length} committed ones`)
  if (bytes.length === 0) return
  const start = random.integer(0, bytes.length - 1)
  const end = random.integer(start, bytes.length - 1)
  const part = await until(async () => buffer(await blobs.read(blob, { start, end })))
  if (!part.equals(bytes.subarray(start, end + 1))) throw new Error(`the bytes from ${start} to ${end} differ`)
}

async function until<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (tries === 20) throw error
    }
  }
}
