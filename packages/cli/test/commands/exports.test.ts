import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { shortMaster, storeFile } from '../../../server/test/harness/submittable.ts'
import { type HubFixture, openHubFixture } from '../harness/hub-fixture.ts'

let fixture: HubFixture
let archive: Buffer
let id: string

beforeAll(async () => {
  fixture = await openHubFixture()
  const at = { url: fixture.hub.url, key: fixture.releases.key }
  await storeFile(at, 'audio/wav', shortMaster(1))
  const taken = await fixture.json(['export', 'all.tar'])
  expect(taken).toMatchObject({
    exportId: expect.stringMatching(/^exp_/),
    missing: 0,
    file: join(fixture.folder, 'all.tar'),
  })
  id = taken.exportId
  archive = await readFile(join(fixture.folder, 'all.tar'))
  expect(taken.size).toBe(archive.length)
}, 240_000)

const listed = async (): Promise<{ id: string }[]> => (await fixture.json(['exports', 'list'])).data
const at = (name: string): string => join(fixture.folder, name)

/** A line to the hub that is cut in the middle of the first archive that passes. */
async function cuttingProxy(afterBytes: number): Promise<{ url: string; ranges: string[] }> {
  const ranges: string[] = []
  const server = createServer((incoming, outgoing) => {
    const { host: _host, ...headers } = incoming.headers
    const isArchive = incoming.url?.endsWith('/archive') ?? false
    const isCut = isArchive && ranges.length === 0
    if (isArchive) ranges.push(incoming.headers.range ?? '')
    const upstream = request(
      new URL(incoming.url ?? '/', fixture.hub.url),
      { method: incoming.method, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
        if (!isCut) return void answer.pipe(outgoing)
        let passed = 0
        answer.on('data', (chunk: Buffer) => {
          outgoing.write(chunk.subarray(0, Math.max(0, afterBytes - passed)), () => {
            if (passed >= afterBytes) outgoing.destroy()
          })
          passed += chunk.length
        })
      },
    )
    incoming.pipe(upstream)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, ranges }
}

describe('export', () => {
  it('takes an archive whose files are what the hub has, and replaces no file', async () => {
    expect((await readdir(fixture.folder)).filter((name) => name.startsWith('all'))).toEqual(['all.tar'])
    expect(archive.includes(shortMaster(1))).toBe(true)
    expect(await fixture.spindle(['export', 'all.tar'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('all.tar already exists'),
    })
    expect(await fixture.spindle(['export', 'nowhere/all.tar'])).toMatchObject({ code: 2 })
    expect(await fixture.spindle(['export'], { env: {} })).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('needs a service client'),
    })
    expect(await listed()).toMatchObject([{ id, status: 'ready' }])
  })

  it('continues where it was interrupted, with the same export', async () => {
    await writeFile(at(`again.tar.${id}.part`), archive.subarray(0, archive.length - 700_001))
    const { code, stderr } = await fixture.spindle(['export', 'again.tar'])
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining(`Continuing ${id}`) })
    expect((await readFile(at('again.tar'))).equals(archive)).toBe(true)
    expect(await listed()).toHaveLength(1)
  })

  it('takes up a line that is cut, without a byte twice', async () => {
    const { url, ranges } = await cuttingProxy(200_000)
    await writeFile(at(`cut.tar.${id}.part`), '')
    const { code, stderr } = await fixture.spindle(['export', 'cut.tar'], { hub: { url } })
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining('The connection was lost.') })
    expect(ranges[0]).toBe(`bytes=0-${archive.length - 1}`)
    expect(ranges.length).toBeGreaterThan(1)
    expect((await readFile(at('cut.tar'))).equals(archive)).toBe(true)
  })

  it('detects a changed part, and starts again', async () => {
    const damaged = Buffer.from(archive)
    const place = damaged.indexOf(shortMaster(1)) + 100_000
    damaged[place] = (damaged[place] ?? 0) ^ 1
    await writeFile(at(`bad.tar.${id}.part`), damaged)
    const { code, stderr } = await fixture.spindle(['export', 'bad.tar'])
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/damaged: files\/\S+\.wav has different content/),
    })
    expect((await readdir(fixture.folder)).filter((name) => name.startsWith('bad'))).toEqual([])
  })

  it('starts another export when the continued one has ended', async () => {
    const unknown = 'exp_01JD3MZ6V8Q4W9X2K7N5T0RHYB'
    await copyFile(at('all.tar'), at(`late.tar.${unknown}.part`))
    const { code, stderr } = await fixture.spindle(['export', 'late.tar'])
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining('Starting a new export') })
    const [newest, ...rest] = await listed()
    expect(rest).toMatchObject([{ id }])
    expect(await fixture.spindle(['exports', 'delete', newest?.id ?? ''])).toMatchObject({ code: 2 })
    expect(await fixture.json(['exports', 'delete', newest?.id ?? '', '--yes'])).toMatchObject({ deleted: true })
    expect(await listed()).toHaveLength(1)
  })
})
