import { setImmediate as nextTurn } from 'node:timers/promises'
import type { UploadParts } from '@spindle/contract'
import { describe, expect, it } from 'vitest'
import { ConnectionError } from '../errors.ts'
import { type DirectJob, sendDirect } from './send-direct.ts'
import type { Tus } from './tus.ts'
import type { UploadSource } from './upload-source.ts'

/** Parts of one byte each, to a hub and an object store that answer when the test says so. */

const addressesAtOnce = 3
const expiresAt = new Date(Date.now() + 900_000).toISOString()

function addresses(from: number, count = addressesAtOnce): UploadParts {
  const parts = Array.from({ length: count }, (_, at) => ({
    number: from + at,
    url: `https://store/${from + at}`,
    headers: { 'content-length': '1' },
    expiresAt,
  }))
  return { partBytes: 1, parts }
}

function setUp({ bytes, tus }: { readonly bytes: number; readonly tus: Partial<Tus> }) {
  const asked: string[] = []
  const uploadedBytes: number[] = []
  const source: UploadSource = { size: bytes, read: async (_offset, length) => new Uint8Array(length) }
  const job = {
    tus: {
      async listParts(_id: string, from: number) {
        asked.push(`addresses from ${from}`)
        await nextTurn()
        return addresses(from)
      },
      async putPart(url: string) {
        asked.push(`part ${url.split('/').at(-1)}`)
      },
      async report(_id: string, parts: readonly number[]) {
        asked.push(`report of ${parts.length}`)
        return { offset: parts.length, size: bytes, isComplete: parts.length === bytes, missing: [] }
      },
      ...tus,
    } as Tus,
    source,
    uploadId: 'upl_1',
    startOffset: 0,
    direct: addresses(1),
    partBytes: undefined,
    maxRetries: 0,
    timeoutMs: 1_000,
    onProgress: ({ uploadedBytes: bytesSoFar }) => void uploadedBytes.push(bytesSoFar),
  } satisfies DirectJob
  return { job, asked, uploadedBytes }
}

describe('parts that go to the object store', () => {
  it('request further addresses once, whichever part is first', async () => {
    const { job, asked } = setUp({ bytes: 6, tus: {} })
    expect(await sendDirect(job)).toBe(6)
    expect(asked.filter((one) => one.startsWith('addresses'))).toEqual(['addresses from 4'])
    expect(asked.filter((one) => one.startsWith('part'))).toHaveLength(6)
  })

  it('do not wait for a report in their midst', async () => {
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    const { job, asked } = setUp({ bytes: 40, tus: {} })
    const { report, putPart } = job.tus
    const waiting = async <T>(work: Promise<T>, isHeld: boolean): Promise<T> => {
      if (isHeld) await answered
      return work
    }
    job.tus.report = (id, parts, options) => waiting(report(id, parts, options), parts.length < 40)
    job.tus.putPart = (url, body, options) => waiting(putPart(url, body, options), Number(url.split('/').at(-1)) > 32)
    const sending = sendDirect({ ...job, direct: addresses(1, 40) })
    const sent = () => asked.filter((one) => one.startsWith('part')).length
    // Four of them after the report.
    await expect.poll(sent, { timeout: 20_000 }).toBe(36)
    expect(asked.filter((one) => one.startsWith('report'))).toEqual(['report of 32'])
    answer()
    expect(await sending).toBe(40)
    expect(asked.filter((one) => one.startsWith('report'))).toEqual(['report of 32', 'report of 40'])
  })

  it('end with the report that could not be made', async () => {
    const { job } = setUp({ bytes: 40, tus: {} })
    const lost = new ConnectionError('The hub was not reached', { code: 'connection_failed' })
    job.tus.report = () => Promise.reject(lost)
    job.tus.offset = () => Promise.reject(lost)
    await expect(sendDirect({ ...job, direct: addresses(1, 40) })).rejects.toBe(lost)
  })
})
