import { beforeAll, expect, it } from 'vitest'
import { createTestAccount } from '../accounts.ts'
import { announce, master, mebibyte, type PartList, partBytes, partOf, put } from '../direct-parts.ts'
import { eventually } from '../eventually.ts'
import { startTestHub, type TestHub } from '../hub.ts'
import { createUploadClient, sha256, type UploadClient } from '../uploads.ts'
import { type BucketAddress, type BucketFolder, bucketFolder } from './bucket-folder.ts'

/** The settings that name the bucket. */
export const hubEnvironment = ({ bucket, region, endpoint, credentials }: BucketAddress) => ({
  SPINDLE_BLOBS: `s3://${bucket}/hub`,
  SPINDLE_S3_ENDPOINT: endpoint,
  SPINDLE_S3_REGION: region,
  SPINDLE_S3_ACCESS_KEY_ID: credentials.accessKeyId,
  SPINDLE_S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
})

/** What a hub and its clients require of a real object store, with the smallest part size that all accept. */
export function describeHubInBucket(addressNow: () => BucketAddress): void {
  let hub: TestHub
  let client: UploadClient
  let uploads: BucketFolder
  beforeAll(async () => {
    const options = { SPINDLE_DIRECT_TRANSFER: 'on', SPINDLE_AUDIO_REDIRECT: 'on' }
    hub = await startTestHub({ environment: { ...hubEnvironment(addressNow()), ...options } })
    client = createUploadClient(hub, await (await createTestAccount(hub)).key(['music:write', 'music:read']))
    uploads = bucketFolder(addressNow(), 'hub/uploads/')
  })

  const beginDirect = async (): Promise<{ readonly path: string; readonly given: PartList }> => {
    const created = await client.create(announce(master))
    const path = new URL(created.headers.get('location') ?? '').pathname
    return { path, given: (await created.json()) as PartList }
  }
  const report = (path: string, parts: readonly number[]) =>
    hub.json('POST', `${path}/parts`, { key: client.key, body: { parts } })
  const redirect = async (path: string): Promise<string> => {
    const answer = await hub.request(`${path}/audio`, { headers: { 'x-api-key': client.key }, redirect: 'manual' })
    expect(answer.status).toBe(307)
    return answer.headers.get('location') ?? ''
  }

  it('takes a master in pieces, and sends programs to it', async () => {
    const path = await client.begin(master.length)
    for (const [start, end] of [
      [0, 1],
      [1, 9 * mebibyte],
      [9 * mebibyte, master.length],
    ] as const)
      expect((await client.patch(path, start, master.subarray(start, end))).status).toBe(204)
    expect(await client.waitFor(path, 'ready', 'rejected')).toMatchObject({ status: 'ready', sha256: sha256(master) })
    const url = await redirect(path)
    const whole = await fetch(url)
    expect(Buffer.from(await whole.arrayBuffer()).equals(master)).toBe(true)
    const id = path.split('/').at(-1)
    expect([whole.headers.get('content-type'), whole.headers.get('content-disposition')]).toEqual([
      'audio/wav',
      `attachment; filename="${id}.wav"; filename*=UTF-8''${id}.wav`,
    ])
    const range = await fetch(url, { headers: { range: `bytes=${partBytes - 2}-${partBytes + 1}` } })
    expect([range.status, range.headers.get('content-range')]).toEqual([
      206,
      `bytes ${partBytes - 2}-${partBytes + 1}/${master.length}`,
    ])
    expect(Buffer.from(await range.arrayBuffer())).toEqual(master.subarray(partBytes - 2, partBytes + 2))
    for (const changed of [url.replace('X-Amz-Expires=300', 'X-Amz-Expires=3000'), url.replace('/uploads/', '/x/')])
      expect((await fetch(changed)).status).toBe(403)
    expect((await fetch(url, { method: 'PUT', body: 'other' })).status).toBe(403)
  })

  it('takes parts past the hub, of the signed length alone', async () => {
    const { path, given } = await beginDirect()
    expect((await put(given, 1, partOf(master, 1).subarray(1))).status).toBe(403)
    expect((await put(given, 3, partOf(master, 1))).status).toBe(403)
    expect((await report(path, [1, 3])).body).toMatchObject({ offset: 0, missing: [1, 3] })
    for (const number of [3, 1]) expect((await put(given, number, partOf(master, number))).status).toBe(200)
    expect((await report(path, [1, 2, 3])).body).toMatchObject({ offset: partBytes, missing: [2] })
    expect((await put(given, 2, partOf(master, 2))).status).toBe(200)
    expect((await report(path, [2])).body).toMatchObject({ offset: master.length, isComplete: true })
    expect(await client.waitFor(path, 'ready', 'rejected')).toMatchObject({ status: 'ready', sha256: sha256(master) })
    expect(Buffer.from(await (await fetch(await redirect(path))).arrayBuffer()).equals(master)).toBe(true)
  })

  it('continues through the hub where direct parts end', async () => {
    const { path, given } = await beginDirect()
    for (const number of [1, 3]) await put(given, number, partOf(master, number))
    expect((await report(path, [1])).body).toMatchObject({ offset: partBytes })
    expect((await client.patch(path, partBytes, master.subarray(partBytes))).status).toBe(204)
    expect(await client.waitFor(path, 'ready', 'rejected')).toMatchObject({ status: 'ready', sha256: sha256(master) })
  })

  it('has nothing left of uploads that are finished or taken away', async () => {
    const { path, given } = await beginDirect()
    await put(given, 1, partOf(master, 1))
    const through = await client.begin(master.length)
    await client.patch(through, 0, master.subarray(0, partBytes + 1))
    for (const each of [path, through]) expect((await hub.json('DELETE', each, { key: client.key })).status).toBe(204)
    await eventually(async () => (await uploads.openUploads()).length === 0, { what: 'the parts to go' })
    const gone = [path, through].map((each) => each.split('/').at(-1) ?? '')
    const left = async (): Promise<string[]> =>
      (await uploads.paths()).filter((name) => gone.some((id) => name.includes(id)))
    await eventually(async () => (await left()).length === 0, { what: 'the objects to go' })
  })
}
