import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../harness/eventually.ts'
import { openRaw, sha256, startUploadHub, testBytes, type UploadClient } from '../harness/uploads.ts'

/** Bytes of an interrupted body count if they arrived, exactly to the byte; others do not. */

describe('a body that breaks off', () => {
  let client: UploadClient
  beforeAll(async () => {
    client = await startUploadHub()
  })

  const sendAndReset = async (path: string, head: string, body: Uint8Array): Promise<void> => {
    const connection = await openRaw(client.hub.url)
    connection.write(client.patchHead(path, 0, { 'Content-Length': head }))
    connection.write(body)
    // The reset would overtake the bytes: wait until the hub has them.
    await eventually(() => (connection.socket.writableLength === 0 ? true : undefined), { what: 'the bytes to leave' })
    connection.reset()
  }

  /** Read as JSON, because HEAD would stop the writer. */
  const committedOffset = (path: string): Promise<number> =>
    eventually(async () => (await client.hub.json('GET', path, { key: client.key })).body.offset || undefined, {
      what: 'an offset',
    })

  it.each([1, 100, 65_536, 300_000, 3_000_000])('counts what arrived of %i bytes and no more', async (bytes) => {
    const body = testBytes(4_000_000)
    const path = await client.begin(body.length)
    await sendAndReset(path, String(body.length), body.subarray(0, bytes))
    const offset = await client.offset(path)
    expect(offset).toBeLessThanOrEqual(bytes)
    const rest = await client.patch(path, offset, body.subarray(offset))
    expect(rest.headers.get('upload-offset')).toBe('4000000')
    const { body: upload } = await client.hub.json('GET', path, { key: client.key })
    expect(upload.sha256).toBe(sha256(body))
  })

  it('commits what a client sent before it ended its side in order', async () => {
    const path = await client.begin(1000)
    const connection = await openRaw(client.hub.url)
    connection.write(client.patchHead(path, 0, { 'Content-Length': '1000' }))
    connection.write(testBytes(600))
    await client.stored(path, 600)
    connection.socket.end()
    expect(await committedOffset(path)).toBe(600)
  })

  it('is not taken for a whole one when its chunks end without the last', async () => {
    const path = await client.begin(1000)
    const connection = await openRaw(client.hub.url)
    connection.write(client.patchHead(path, 0, { 'Transfer-Encoding': 'chunked' }))
    connection.write('64\r\n')
    connection.write(testBytes(100))
    connection.write('\r\n')
    await client.stored(path, 100)
    connection.socket.end()
    expect(await committedOffset(path)).toBe(100)
    const { body } = await client.hub.json('GET', path, { key: client.key })
    expect(body.status).toBe('awaiting_data')
  })

  it('takes a chunked body to its end', async () => {
    const path = await client.begin(5)
    const connection = await openRaw(client.hub.url)
    connection.write(client.patchHead(path, 0, { 'Transfer-Encoding': 'chunked' }))
    connection.write('2\r\nab\r\n3\r\ncde\r\n0\r\n\r\n')
    expect(await connection.read(/\r\n\r\n/)).toMatch(/^HTTP\/1\.1 204 /)
    connection.reset()
    const { body } = await client.hub.json('GET', path, { key: client.key })
    expect(body.sha256).toBe('36bbe50ed96841d10443bcb670d6554f0a34b761be67ec9c4a8ad2c0c44ca42c')
  })

  it('stops a chunked body that is longer than the upload', async () => {
    const path = await client.begin(5)
    const connection = await openRaw(client.hub.url)
    connection.write(client.patchHead(path, 0, { 'Transfer-Encoding': 'chunked' }))
    connection.write('9\r\nabcdefghi\r\n')
    expect(await connection.read(/upload_too_large/)).toMatch(/^HTTP\/1\.1 413 /)
    connection.reset()
    expect(await client.offset(path)).toBe(0)
  })

  it('counts nothing of a body with a checksum', async () => {
    const path = await client.begin(1000)
    const connection = await openRaw(client.hub.url)
    const checksum = 'sha1 qZk+NkcGgWq6PiVxeFDCbJzQ2J0='
    connection.write(client.patchHead(path, 0, { 'Content-Length': '1000', 'Upload-Checksum': checksum }))
    connection.write(testBytes(900))
    await client.stored(path, 900)
    connection.socket.end()
    await eventually(() => (connection.socket.destroyed ? true : undefined), { what: 'the end' })
    expect(await client.offset(path)).toBe(0)
  })

  it('leaves neither row nor bytes of a file sent in one request', async () => {
    const connection = await openRaw(client.hub.url)
    const before = await client.hub.json('GET', '/api/v1/distributor/uploads?count=true', { key: client.key })
    connection.write(
      `POST /api/v1/distributor/uploads HTTP/1.1\r\nHost: x\r\nX-API-Key: ${client.key}\r\nContent-Type: audio/wav\r\nContent-Length: 5000\r\n\r\n`,
    )
    connection.write(testBytes(4000))
    const total = async () =>
      (await client.hub.json('GET', '/api/v1/distributor/uploads?count=true', { key: client.key })).body.page.total
    await eventually(async () => ((await total()) > before.body.page.total ? true : undefined), { what: 'a row' })
    const [{ id }] = (await client.hub.json('GET', '/api/v1/distributor/uploads', { key: client.key })).body.data
    connection.reset()
    await eventually(async () => ((await total()) === before.body.page.total ? true : undefined), { what: 'no row' })
    await eventually(
      async () => {
        const names = await readdir(join(client.hub.dataDir, 'uploads'), { recursive: true })
        return names.some((name) => name.includes(id)) ? undefined : true
      },
      { what: 'no file' },
    )
  })

  it('resumes many times, byte for byte', async () => {
    const body = testBytes(1_000_000, 7)
    const path = await client.begin(body.length)
    for (let offset = 0; offset < body.length; offset = await client.offset(path))
      await client.patch(path, offset, body.subarray(offset, offset + 170_000))
    const { body: upload } = await client.hub.json('GET', path, { key: client.key })
    expect(upload).toMatchObject({ status: 'received', sha256: sha256(body) })
  })
})
