import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Spindle } from '@spindle/client'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount } from '../../../server/test/harness/accounts.ts'
import { startTestHub, type TestHub } from '../../../server/test/harness/hub.ts'
import { coverJpeg, masterWav } from '../../../server/test/harness/submittable.ts'
import { sha256 } from '../../../server/test/harness/uploads.ts'
import { runSpindle } from '../harness/run-spindle.ts'
import { spawnSpindle } from '../harness/spawn-spindle.ts'
import { makeFolder as makeHome, type SpindleOptions } from '../harness/spindle-home.ts'
import { type FailingProxy, startFailingProxy } from './failing-proxy.ts'
import { addFiles, completeManifest, makeFolder } from './make-folder.ts'

/** kill -9 at any point: the next run continues, and there is one release with the exact bytes of the masters. */

let hub: TestHub
let cover: Buffer
const masters = [1, 2, 3].map((seed) => masterWav(seed, 5))

beforeAll(async () => {
  hub = await startTestHub({
    environment: { SPINDLE_INTEGRATION_TOKENS: 'player=a-token-of-a-property-long-enough-for-it' },
  })
  cover = await coverJpeg()
})

interface Scene {
  readonly folder: string
  readonly line: FailingProxy
  readonly client: Spindle
  readonly options: SpindleOptions
}

/** A separate account, so that its releases can be counted. */
async function setScene(): Promise<Scene> {
  const key = await (await createTestAccount(hub)).key()
  const line = await startFailingProxy(hub.url)
  const folder = await makeFolder({
    ...Object.fromEntries(masters.map((master, index) => [`0${index + 1} Song ${index + 1}.wav`, master])),
    'cover.jpg': cover,
    'release.yaml': completeManifest(1),
  })
  const client = new Spindle({ baseUrl: hub.url, apiKey: key })
  return { folder, line, client, options: { hub: line, key, home: makeHome() } }
}

const deliverArgs = (folder: string) => ['deliver', folder, '--submit', '--watch']

async function expectOneRelease({ client }: Scene): Promise<void> {
  const releases = []
  for await (const release of client.releases.list()) releases.push(release)
  expect(releases).toHaveLength(1)
  expect(releases[0]).toMatchObject({ status: 'live', title: 'Night Drive' })
  const uploads = await Promise.all(
    (releases[0]?.tracks ?? []).map(({ uploadId }) => client.uploads.get(uploadId ?? '')),
  )
  expect(uploads.map((upload) => upload.sha256)).toEqual(masters.map((master) => sha256(master)))
}

describe('spindle deliver, killed', () => {
  it.each([
    ['with the first upload begun', /^POST .*\/uploads$/, 1],
    ['with the first bytes sent', /^PATCH .*\/uploads\//, 1],
    ['with three of four files sent', /^PATCH .*\/uploads\//, 3],
    ['between the bytes and the analysis', /^GET .*\/uploads\//, 2],
    ['between the creation and the note of it', /^POST .*\/releases$/, 1],
    ['between the submission and the answer', /^POST .*\/submit$/, 1],
    ['while it watches', /^GET .*\/events/, 2],
  ])('%s, goes on to one release', async (_, pattern, count) => {
    const scene = await setScene()
    const first = spawnSpindle(deliverArgs(scene.folder), scene.options)
    scene.line.when(pattern, count, () => void first.process.kill('SIGKILL'))
    expect(await first.result).toMatchObject({ code: null })
    const second = await runSpindle([...deliverArgs(scene.folder), '--json'], scene.options)
    expect(second, second.stderr).toMatchObject({ code: 0 })
    await expectOneRelease(scene)
  })

  it('in the middle of the bytes, continues to one release', async () => {
    const scene = await setScene()
    const first = spawnSpindle(deliverArgs(scene.folder), scene.options)
    scene.line.whenSent(2_000_000, () => void first.process.kill('SIGKILL'))
    expect(await first.result).toMatchObject({ code: null })
    const second = await runSpindle([...deliverArgs(scene.folder), '--json'], scene.options)
    expect(second, second.stderr).toMatchObject({ code: 0 })
    await expectOneRelease(scene)
  })

  it('again and again, at any moment, ends with one release', async () => {
    const scene = await setScene()
    let rounds = 0
    for (let code: number | null = null; code === null; rounds++) {
      const run = spawnSpindle(deliverArgs(scene.folder), scene.options)
      // Later and later, so that the last round reaches the end on a slow machine, too.
      const answers = 1 + rounds * 3 + Math.floor(Math.random() * 3)
      const kill = () => void setTimeout(() => run.process.kill('SIGKILL'), Math.random() * 40)
      scene.line.when(/./, answers, kill)
      code = (await run.result).code
      expect([null, 0], run.stderr()).toContain(code)
    }
    expect(rounds).toBeGreaterThan(3)
    await expectOneRelease(scene)
  })

  it('continues with another release.yaml than the one the unrecorded release was made from', async () => {
    const scene = await setScene()
    const first = spawnSpindle(deliverArgs(scene.folder), scene.options)
    scene.line.when(/^POST .*\/releases$/, 1, () => void first.process.kill('SIGKILL'))
    await first.result
    await addFiles(scene.folder, { 'release.yaml': `${completeManifest(1)}subtitle: Live\n` })
    const second = await runSpindle([...deliverArgs(scene.folder), '--json'], scene.options)
    expect(second, second.stderr).toMatchObject({ code: 0 })
    expect(second.stderr).toContain('an earlier run created it')
    await expectOneRelease(scene)
    const { releaseId } = JSON.parse(second.stdout)
    expect(await scene.client.releases.get(releaseId)).toMatchObject({ subtitle: 'Live' })
  })

  it('continues when everything it remembered but the name of the folder was lost', async () => {
    const scene = await setScene()
    await runSpindle(['deliver', scene.folder], scene.options)
    await rm(join(scene.folder, '.spindle/state.json'))
    const moved = `${scene.folder} moved`
    await rename(scene.folder, moved)
    const second = await runSpindle(deliverArgs(moved), scene.options)
    expect(second, second.stderr).toMatchObject({ code: 0 })
    expect(second.stderr).toContain('an earlier run created it')
    const releases = await scene.client.releases.list().page()
    expect(releases.data).toHaveLength(1)
  })
})

describe('spindle deliver of several folders, killed', () => {
  it.each([
    ['with the second release created', /^POST .*\/releases$/, 2],
    ['between the second submission and the answer', /^POST .*\/submit$/, 2],
    ['while the third release is uploaded', /^POST .*\/uploads$/, 6],
  ])('%s, delivers each of them once', async (_, pattern, count) => {
    const { line, client, options } = await setScene()
    const parent = await makeFolder(
      Object.fromEntries(
        [1, 2, 3].flatMap((serial) => [
          [`${serial}/01 Song 1.wav`, masterWav(serial, 5)],
          [`${serial}/cover.jpg`, Buffer.concat([cover, Buffer.from([serial])])],
          [`${serial}/release.yaml`, `title: Night ${serial}\n${completeManifest(serial, 1)}`],
        ]),
      ),
    )
    const args = ['deliver', parent, '--submit']
    const first = spawnSpindle(args, options)
    line.when(pattern, count, () => void first.process.kill('SIGKILL'))
    expect(await first.result).toMatchObject({ code: null })
    const second = await runSpindle(args, options)
    expect(second, second.stderr).toMatchObject({ code: 0 })
    const third = await runSpindle(args, options)
    expect(third).toMatchObject({ code: 0, stderr: '3 already submitted\n' })
    const titles = []
    for await (const { title } of client.releases.list()) titles.push(title)
    expect(titles.sort()).toEqual(['Night 1', 'Night 2', 'Night 3'])
  })
})
