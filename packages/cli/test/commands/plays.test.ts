import { readFile, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { eventually } from '../../../server/test/harness/eventually.ts'
import { type FaultProxy, startFaultProxy } from '../../../server/test/harness/fault-proxy.ts'
import { createLiveRelease, takeDown } from '../../../server/test/harness/live-releases.ts'
import {
  coverJpeg,
  shortMaster,
  storeFile,
  submittableRelease,
  untilLive,
} from '../../../server/test/harness/submittable.ts'
import { sha256 } from '../../../server/test/harness/uploads.ts'
import { type HubFixture, openHubFixture } from '../harness/hub-fixture.ts'
import { startInTerminal, startSpindle, startWithOpenStdin } from '../harness/run-spindle.ts'

let fixture: HubFixture
let trackId: string
let line: FaultProxy
const master = shortMaster(1)

beforeAll(async () => {
  fixture = await openHubFixture()
  const { hub, releases } = fixture
  const target = { url: hub.url, key: releases.key }
  const [uploadId, coverUploadId] = await Promise.all([
    storeFile(target, 'audio/wav', master),
    coverJpeg().then((cover) => storeFile(target, 'image/jpeg', cover)),
  ])
  const body = submittableRelease({ title: 'Night Drive', uploadId, coverUploadId, serial: 1 })
  const { id } = (await releases.post('/api/v1/music-distributor/releases', { ...body, submit: true })).body
  trackId = (await untilLive(target, id)).tracks[0].id
  line = await startFaultProxy({ host: '127.0.0.1', port: Number(new URL(hub.url).port) })
})
afterAll(() => line.close())

const play = (id: string, changes: object = {}): string =>
  JSON.stringify({ id, trackId, at: new Date().toISOString(), ...changes })

describe('plays send', () => {
  it('counts what was accepted and what had been before', async () => {
    const input = `${play('a')}\n\n${play('b')}\n${play('a')}`
    expect(await fixture.json(['plays', 'send', '-'], { input })).toEqual({
      accepted: 2,
      duplicates: 1,
      refused: 0,
      refusals: [],
    })
    await fixture.write('plays.ndjson', input)
    const shown = await fixture.shown(['plays', 'send', 'plays.ndjson'])
    expect(shown.stdout).toContain('0 plays accepted, 3 already known, 0 refused.')
  })

  it('names the line of each that was refused, and ends with 1', async () => {
    const bad = [
      play('c'),
      '{ broken',
      play('d', { trackId: 'trk_01JD3MZ6V8Q4W9X2K7N5T0RHYB' }),
      '[]',
      'x'.repeat(70_000),
    ]
    const { code, stdout, stderr } = await fixture.spindle(['plays', 'send', '-', '--json'], { input: bad.join('\n') })
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({
      accepted: 1,
      refused: 4,
      refusals: [
        { line: 2, id: null, code: 'invalid_json', message: 'not a JSON object' },
        { line: 3, id: 'd', code: 'track_unknown' },
        { line: 4, id: null, code: 'invalid_json' },
        { line: 5, id: null, message: 'longer than 65536 characters' },
      ],
    })
    expect(stderr.trim().split('\n')).toHaveLength(4)
    expect(stderr).toMatch(/^line 3: .*\[track_unknown\]$/m)
  })

  it('sends many in batches, over a hub that is busy at times, and none twice', async () => {
    let requests = 0
    const busy = createServer((request, response) => {
      requests += 1
      if (requests === 2) return void response.writeHead(503, { 'retry-after': '0' }).end()
      void pass(request.headers, request).then(async (answer) =>
        response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text()),
      )
    })
    await new Promise<void>((resolve) => busy.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(busy.address() as AddressInfo).port}`
    const lines = Array.from({ length: 12_000 }, (_, number) => play(`many-${number}`))
    lines[11_499] = play('late', { trackId: 'trk_01JD3MZ6V8Q4W9X2K7N5T0RHYB' })
    const { code, stdout } = await fixture.spindle(['plays', 'send', '-', '--json'], {
      input: `\n${lines.join('\n')}`,
      hub: { url },
    })
    busy.close()
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({
      accepted: 11_999,
      duplicates: 0,
      refused: 1,
      refusals: [{ line: 11_501, id: 'late' }],
    })
    expect(requests).toBe(3)
  })

  it('sends what has come when nothing follows it, and says at the end how much arrived', async () => {
    const running = startWithOpenStdin(['plays', 'send', '-'], fixture.options)
    running.type(`${play('tail-1')}\n{ broken\n${play('tail-2')}\n`)
    const isCounted = async (id: string) =>
      (await fixture.json(['plays', 'send', '-'], { input: play(id) })).duplicates === 1 || undefined
    await eventually(() => isCounted('tail-2'), { what: 'the play before the silence' })
    running.type(`${play('tail-3')}\n${play('tail-4', { trackId: 'trk_01JD3MZ6V8Q4W9X2K7N5T0RHYB' })}\n`)
    await running.untilShown('line 5: ')
    running.interrupt()
    const { code, stderr } = await running.result
    expect(code).toBe(130)
    expect(stderr).toContain('The hub received 3 plays. If you send them again, they are counted only once.')
  })

  it('needs the token of a property, and says where it goes', async () => {
    const { code, stderr } = await fixture.spindle(['plays', 'send', '-'], { input: play('e'), env: {} })
    expect(code).toBe(3)
    expect(stderr).toContain('This command needs an integration token')
  })
})

const pass = (headers: NodeJS.Dict<string | string[]>, body: AsyncIterable<Uint8Array>): Promise<Response> =>
  fetch(`${fixture.hub.url}/api/integration/plays`, {
    method: 'POST',
    headers: { authorization: String(headers.authorization), 'content-type': String(headers['content-type']) },
    body: body as unknown as ReadableStream,
    duplex: 'half',
  } as RequestInit)

describe('feed list', () => {
  it('shows what the property may play, and how to continue later', async () => {
    const [page, shown] = await Promise.all([fixture.json(['feed', 'list']), fixture.shown(['feed', 'list', '--all'])])
    expect(page.data).toMatchObject([{ trackId, deleted: false, release: { title: 'Night Drive' } }])
    const later = await fixture.json(['feed', 'list', '--cursor', page.page.nextCursor])
    expect(later.data).toEqual([])
    expect(shown.stdout).toMatch(/Night Drive +0:04/)
    expect(shown.stdout).toMatch(/To see later changes, add --cursor \S+/)
    const refused = await fixture.spindle(['feed', 'list', '--cursor', 'nonsense'])
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('[cursor_invalid]') })
  })
})

describe('feed follow', () => {
  it('prints a line for each event in a terminal, and NDJSON into a pipe', async () => {
    const { hub, releases } = fixture
    const { page } = await fixture.json(['feed', 'list'])
    const piped = startSpindle(['feed', 'follow', '--since', page.nextCursor], fixture.options)
    const shown = startInTerminal(['feed', 'follow'], { ...fixture.options, columns: 200 })
    await piped.untilShown('Following the feed')
    await shown.untilShown('ready')
    const options = { accountId: releases.account.accountId, properties: ['player'] }
    const { releaseId, trackIds } = await createLiveRelease(hub, options)
    await takeDown(hub, { ...options, releaseId, property: 'player' })
    await shown.untilShown('takedown')
    const lines = () => piped.stdout().split('\n').slice(0, -1)
    await eventually(() => lines().at(-1)?.includes('takedown'), { what: 'the takedown in the pipe' })
    expect(JSON.parse(lines().at(-1) ?? '')).toEqual({
      event: 'takedown',
      id: expect.any(String),
      data: { releaseId, changedAt: expect.any(String), trackIds: [], endedTrackIds: trackIds },
    })
    expect(shown.stdout()).toContain(`takedown  ${releaseId}  1 track ended`)
    for (const running of [piped, shown]) {
      running.interrupt()
      await running.result
    }
  })

  it('says what to do when its position is not known', async () => {
    const running = startSpindle(['feed', 'follow', '--since', 'yesterday'], fixture.options)
    await running.untilShown('! Some events are lost. Read the feed again: spindle feed list --all')
    running.interrupt()
    await running.result
  })
})

describe('feed get', () => {
  it('has addresses for a browser, for one visitor if it is asked to', async () => {
    const [{ release }] = (await fixture.json(['feed', 'list'])).data
    const anyone = await fixture.json(['feed', 'get', release.id])
    expect(anyone.signedCover.boundTo).toBe(null)
    expect((await fetch(anyone.tracks[0].signedAudio.url, { method: 'HEAD' })).status).toBe(200)
    const bound = await fixture.json(['feed', 'get', release.id, '--address', '203.0.113.7'])
    expect(bound.signedCover.boundTo).toBe('203.0.113.7')
    expect((await fetch(bound.tracks[0].signedAudio.url, { method: 'HEAD' })).status).toBe(403)
    const refused = await fixture.spindle(['feed', 'get', release.id, '--address', 'visitor'])
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('This is not an IP address.') })
  })
})

describe('a feed that starts again', () => {
  it('says so, and what to do, on one page and on all', async () => {
    const page = { limit: 20, nextCursor: 'next', hasMore: false }
    const server = createServer((_, response) => {
      response.setHeader('content-type', 'application/json')
      response.end(
        JSON.stringify({ data: [{ trackId, deleted: true, changedAt: '2026-11-21T08:00:00Z' }], page, reset: true }),
      )
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const hub = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
    const words = '! The feed starts from the beginning. Read it to the end, then drop every track that was not in it.'
    for (const more of [[], ['--all']]) {
      const { code, stdout, stderr } = await fixture.spindle(['feed', 'list', '--cursor', 'old', ...more], { hub })
      expect({ code, isSaid: stderr.split('\n').includes(words) }).toEqual({ code: 0, isSaid: true })
      expect(stdout).toContain(trackId)
    }
    expect((await fixture.spindle(['feed', 'list'])).stderr).not.toContain('begins anew')
  })
})

describe('tracks audio', () => {
  it('fetches the master bit by bit over a line that breaks, and compares its digest', async () => {
    line.breakNext({ afterBytes: 1_000_000, direction: 'down', how: 'reset' })
    const hub = { url: `http://127.0.0.1:${line.port}` }
    const fetched = await fixture.json(['tracks', 'audio', trackId, '-o', 'track.wav'], { hub })
    const path = join(fixture.folder, 'track.wav')
    expect(fetched).toEqual({ path, size: master.length, sha256: sha256(master) })
    expect((await readFile(path)).equals(master)).toBe(true)
    const again = await fixture.spindle(['tracks', 'audio', trackId, '-o', 'track.wav'])
    expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining('track.wav already exists') })
  })

  it('continues with what an earlier run left, and discards anything else', async () => {
    await writeFile(join(fixture.folder, 'resumed.wav.part'), master.subarray(0, 200_000))
    await writeFile(join(fixture.folder, 'foreign.wav.part'), Buffer.alloc(5_000))
    for (const name of ['resumed.wav', 'foreign.wav']) {
      const { code, stderr } = await fixture.spindle(['tracks', 'audio', trackId, '--output', name])
      expect(code).toBe(0)
      expect(stderr).toMatch(/Continuing at \d/)
      expect(sha256(await readFile(join(fixture.folder, name)))).toBe(sha256(master))
    }
  })

  it('does not write through a link in its path', async () => {
    const precious = join(fixture.folder, 'precious.txt')
    for (const [name, text] of [
      ['begun.wav', 'precious'],
      ['new.wav', ''],
    ] as const) {
      await writeFile(precious, text)
      await symlink(precious, join(fixture.folder, `${name}.part`))
      expect((await fixture.spindle(['tracks', 'audio', trackId, '-o', name])).code).toBe(1)
      expect(await readFile(precious, 'utf8')).toBe(text)
    }
  })

  it('writes to stdout, and says when there is no such track', async () => {
    const shown = await fixture.spindle(['tracks', 'audio', trackId, '--output', '-'])
    expect(shown.code).toBe(0)
    expect(shown.stdout.slice(0, 4)).toBe('RIFF')
    const missing = await fixture.spindle(['tracks', 'audio', 'trk_01JD3MZ6V8Q4W9X2K7N5T0RHYB', '-o', 'none.wav'])
    expect(missing).toMatchObject({ code: 1, stderr: expect.stringContaining('spindle feed list') })
    const nowhere = await fixture.spindle(['tracks', 'audio', trackId])
    expect(nowhere).toMatchObject({ code: 2, stderr: expect.stringContaining('--output is missing') })
  })
})
