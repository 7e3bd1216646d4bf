import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestAccount } from '../harness/accounts.ts'
import { eventually } from '../harness/eventually.ts'
import { startTestHub, type TestHub } from '../harness/hub.ts'
import { type FakeS3, type Operation, startFakeS3 } from '../harness/object-store/fake-s3.ts'
import { createUploadClient, testBytes, type UploadClient } from '../harness/uploads.ts'

const metricsToken = 'metrics-token-0123456789'
const mebibyte = 1024 * 1024

describe('the metrics of a hub on an object store', () => {
  let store: FakeS3
  let hub: TestHub
  let client: UploadClient
  const readFigure = async (name: string): Promise<number | undefined> => {
    const response = await hub.request('/metrics', { headers: { authorization: `Bearer ${metricsToken}` } })
    const line = (await response.text()).split('\n').find((text) => text.startsWith(`${name} `))
    return line === undefined ? undefined : Number(line.slice(name.length))
  }
  const countRequests = (operation: string, result: string) =>
    readFigure(`spindle_blob_request_duration_seconds_count{operation="${operation}",result="${result}"}`)
  const failAll = (failing: Operation): void => {
    store.faultOf = (operation) => (operation === failing ? 'error' : undefined)
  }
  beforeAll(async () => {
    store = await startFakeS3({ minPartBytes: 5 * mebibyte, pageSize: 100 })
    hub = await startTestHub({
      environment: {
        ...store.environment,
        SPINDLE_METRICS_TOKEN: metricsToken,
        SPINDLE_TEMP_BYTES: String(64 * mebibyte),
      },
    })
    client = createUploadClient(hub, await (await createTestAccount(hub)).key(['music:write', 'music:read']))
  })
  beforeEach(() => {
    store.faultOf = () => undefined
  })

  it('show how much space temporary files use, and what is not stored yet', async () => {
    expect(await readFigure('spindle_temp_limit_bytes{use="uploads"}')).toBe(32 * mebibyte)
    expect(await readFigure('spindle_temp_limit_bytes{use="downloads"}')).toBe(32 * mebibyte)
    expect(await readFigure('spindle_temp_used_bytes{use="uploads"}')).toBe(0)
    const path = await client.begin(1000)
    store.faultOf = (operation) => (operation === 'put' ? 'silent' : undefined)
    const sending = client.patch(path, 0, testBytes(1000))
    await eventually(async () => (await readFigure('spindle_temp_used_bytes{use="uploads"}')) === 1000, {
      what: 'the file to take its room',
    })
    expect(await readFigure('spindle_temp_waiting{use="uploads"}')).toBe(0)
    await eventually(async () => (await readFigure('spindle_upload_bytes_in_flight')) === 1000, {
      what: 'the bytes to be in flight',
    })
    store.faultOf = () => undefined
    store.hangUp()
    expect((await sending).status).toBe(204)
    await eventually(async () => (await readFigure('spindle_temp_used_bytes{use="uploads"}')) === 0, {
      what: 'the room to be given back',
    })
    expect(await readFigure('spindle_upload_bytes_in_flight')).toBe(0)
  })

  it('count each request to the store, and failed ones separately', async () => {
    const bytes = testBytes(1000)
    expect((await client.patch(await client.begin(bytes.length), 0, bytes)).status).toBe(204)
    const before = { ok: await countRequests('put', 'ok'), failed: (await countRequests('put', 'failed')) ?? 0 }
    expect(before.ok).toBeGreaterThan(0)
    failAll('put')
    expect((await client.patch(await client.begin(bytes.length), 0, bytes)).status).toBe(503)
    // One, and three repetitions.
    expect(await countRequests('put', 'failed')).toBe(before.failed + 4)
    expect(await countRequests('put', 'ok')).toBe(before.ok)
  })

  it('show abandoned multipart uploads that the sweep found', async () => {
    const bytes = testBytes(9 * mebibyte)
    const path = await client.begin(2 * bytes.length)
    expect((await client.patch(path, 0, bytes)).status).toBe(204)
    expect(store.uploadNames()).toHaveLength(1)
    expect(await readFigure('spindle_blob_multipart_uploads')).toBe(0)
    await hub.opened.database.system.execute(`select graphile_worker.add_job('sweepUploads')`)
    const found = await eventually(async () => (await readFigure('spindle_blob_multipart_uploads')) || undefined, {
      what: 'the sweep to look at the store',
    })
    expect(found).toBe(1)
  })
})
