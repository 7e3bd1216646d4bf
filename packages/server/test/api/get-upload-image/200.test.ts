import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount } from '../../harness/accounts.ts'
import { startTestHub, type TestHub } from '../../harness/hub.ts'
import { coverCmyk, storeFile } from '../../harness/submittable.ts'

describe('getUploadImage 200', () => {
  let hub: TestHub
  let key: string
  let wide: string
  const store = (type: string, bytes: Buffer): Promise<string> => storeFile({ url: hub.url, key }, type, bytes)
  const get = (id: string, query = '', headers: Record<string, string> = {}) =>
    hub.request(`/api/v1/distributor/uploads/${id}/image${query}`, { headers: { 'x-api-key': key, ...headers } })
  const pictureOf = async (response: Response) => sharp(Buffer.from(await response.arrayBuffer())).metadata()
  const half = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#24506b' } })

  beforeAll(async () => {
    hub = await startTestHub()
    key = await (await createTestAccount(hub)).key(['music:write', 'music:read'])
    wide = await store('image/png', await half(3_000, 1_500).png().toBuffer())
  })

  it.each([
    ['?size=64', 64, 32],
    ['', 256, 128],
    ['?size=640', 640, 320],
  ])('answers a WebP for %j, whole and never larger than asked for', async (query, width, height) => {
    const response = await get(wide, query)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'content-disposition': expect.stringMatching(/^attachment; filename="upl_[0-9A-Z]{26}\.webp"/),
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, max-age=31536000, immutable',
    })
    expect(await pictureOf(response)).toMatchObject({ format: 'webp', width, height })
  })

  it('shows colours as a screen does, upright, and nothing else of the file', async () => {
    const print = await store('image/jpeg', await coverCmyk())
    expect(await pictureOf(await get(print))).toMatchObject({ space: 'srgb', width: 256, height: 256 })
    const turned = await half(400, 200)
      .withExif({ IFD0: { Orientation: '6', Copyright: 'Somebody' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const upright = await pictureOf(await get(await store('image/jpeg', turned)))
    expect(upright).toMatchObject({ width: 128, height: 256 })
    expect(upright.exif).toBeUndefined()
  })

  it('does not blow up a small picture', async () => {
    const small = await store('image/png', await half(40, 30).png().toBuffer())
    expect(await pictureOf(await get(small, '?size=640'))).toMatchObject({ width: 40, height: 30 })
  })

  it('answers 304 to who has it', async () => {
    const etag = (await get(wide)).headers.get('etag') ?? ''
    expect((await get(wide, '', { 'if-none-match': etag })).status).toBe(304)
    expect((await get(wide, '?size=64', { 'if-none-match': etag })).status).toBe(200)
  })

  it('keeps derived pictures next to the original, and makes one again after damage', async () => {
    const id = await store('image/png', await half(500, 500).png().toBuffer())
    const made = Buffer.from(await (await get(id, '?size=64')).arrayBuffer())
    const folder = join(hub.dataDir, 'uploads', 'renditions', id.slice(-2))
    expect((await readdir(folder)).filter((name) => name.startsWith(id))).toEqual([`${id}.64.webp`])
    const kept = join(folder, `${id}.64.webp`)
    expect((await readFile(kept)).equals(made)).toBe(true)
    await writeFile(kept, made.subarray(0, 30))
    expect((await get(id, '?size=64')).status).toBe(200)
    expect((await readFile(kept)).equals(made)).toBe(true)
    // It is deleted with the original.
    expect((await hub.json('DELETE', `/api/v1/distributor/uploads/${id}`, { key })).status).toBe(204)
    await expect.poll(async () => (await readdir(folder)).filter((name) => name.startsWith(id))).toEqual([])
  })

  it('makes one picture for many concurrent requests', async () => {
    const id = await store('image/png', await half(800, 800).png().toBuffer())
    const answers = await Promise.all(Array.from({ length: 12 }, () => get(id)))
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200))
  })
})
