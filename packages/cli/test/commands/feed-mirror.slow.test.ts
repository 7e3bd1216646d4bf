import { execFile } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { takeDown } from '../../../server/test/harness/live-releases.ts'
import { offerMasters } from '../../../server/test/harness/playable-release.ts'
import { untilCompressed } from '../../../server/test/harness/renditions.ts'
import { tokenOfSiteA } from '../../../server/test/harness/shared-property-hub.ts'
import { masterWav, shortMaster } from '../../../server/test/harness/submittable.ts'
import { sha256 } from '../../../server/test/harness/uploads.ts'
import { type ChangingProxy, startChangingProxy } from '../harness/changing-proxy.ts'
import { type HubFixture, openHubFixture } from '../harness/hub-fixture.ts'
import { spawnSpindle } from '../harness/spawn-spindle.ts'
import { makeFolder, type SpindleOptions } from '../harness/spindle-home.ts'

/** `feed mirror` as a process that is killed, and the pages that a script makes of a mirror. */

let fixture: HubFixture
let line: ChangingProxy
let options: SpindleOptions
const masters = [1, 2, 3, 4].map((seed) => masterWav(seed, 5))

beforeAll(async () => {
  fixture = await openHubFixture({ environment: { SPINDLE_INTEGRATION_TOKENS: `site-a=${tokenOfSiteA}` } })
  line = await startChangingProxy(fixture.hub)
  options = { env: { SPINDLE_INTEGRATION_TOKEN: tokenOfSiteA }, hub: line }
})

const listFiles = async (folder: string): Promise<readonly string[]> =>
  (await readdir(join(folder, 'releases'), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))

/** Lets so many bytes of audio pass; the next one stays away. Resolves when it does. */
function stallAfter(bytes: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let left = bytes
  line.change = async (path, response) => {
    if (!path.includes('/audio') || response.body === null) return undefined
    const body = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        async transform(chunk, controller) {
          const passed = chunk.subarray(0, left)
          left -= passed.byteLength
          if (passed.byteLength > 0) controller.enqueue(passed)
          if (passed.byteLength === chunk.byteLength) return
          resolve()
          await new Promise(() => {})
        },
      }),
    )
    return new Response(body, { status: response.status, headers: response.headers })
  }
  return promise
}

describe('feed mirror that is killed', () => {
  it('has no half file under its final name, and continues', async () => {
    const offered = []
    for (const [index, bytes] of masters.entries())
      offered.push(await offerMasters(fixture.hub, [{ title: `Song ${index}`, bytes, durationMs: 5_000 }]))
    const folder = join(makeFolder(), 'music')
    const digests = new Map(masters.map((bytes) => [sha256(bytes).slice(0, 12), bytes]))
    let wereParts = 0
    const total = masters.reduce((sum, { length }) => sum + length, 0)
    for (const share of [0.1, 0.3, 0.4]) {
      const isStalled = stallAfter(Math.floor(total * share))
      const args = ['feed', 'mirror', folder, '--audio', 'master', '--concurrency', '2']
      const running = spawnSpindle(args, options)
      await isStalled
      running.process.kill('SIGKILL')
      await running.result
      for (const path of await listFiles(folder)) {
        if (path.endsWith('.part')) wereParts += 1
        const [, digest = ''] = /-([0-9a-f]{12})\.wav$/.exec(path) ?? []
        if (digest !== '') expect((await readFile(path)).equals(digests.get(digest) ?? Buffer.of())).toBe(true)
        if (path.endsWith('release.json')) JSON.parse(await readFile(path, 'utf8'))
      }
    }
    expect(wereParts).toBeGreaterThan(0)
    line.change = undefined
    line.requested.length = 0
    const { code, stderr } = await spawnSpindle(['feed', 'mirror', folder], options).result
    expect({ code, stderr }).toMatchObject({ code: 0 })
    // Masters that are complete are not requested again.
    expect(new Set(line.requested.filter((path) => path.includes('/audio'))).size).toBeLessThan(masters.length)
    const files = await listFiles(folder)
    expect(files.filter((path) => path.endsWith('.wav'))).toHaveLength(masters.length)
    expect(files.filter((path) => !/\.(wav|webp|json)$/.test(path))).toEqual([])
    const index = (await readFile(join(folder, 'index.ndjson'), 'utf8')).trim().split('\n')
    const ids: string[] = index.map((text) => JSON.parse(text).id)
    expect(ids.sort()).toEqual(offered.map(({ releaseId }) => releaseId).sort())
    for (const { accountId, releaseId } of offered)
      await takeDown(fixture.hub, { accountId, releaseId, property: 'site-a' })
    expect((await spawnSpindle(['feed', 'mirror', folder], options).result).code).toBe(0)
    expect(await listFiles(folder)).toEqual([])
    expect(await readFile(join(folder, 'index.ndjson'), 'utf8')).toBe('')
  })
})

describe('the pages of a mirror', () => {
  const script = fileURLToPath(new URL('../../../../examples/site/export.mjs', import.meta.url))
  const run = promisify(execFile)

  it('escape titles, set the direction of text, and go with their release', async () => {
    const title = '<script>alert("1")</script> & \'co\''
    const hebrew = 'נמל בלילה'
    const masterOf = (name: string) => [{ title: name, bytes: shortMaster(1), durationMs: 4_000 }]
    const odd = await offerMasters(fixture.hub, masterOf('<img src=x onerror=alert(1)>'), {
      title,
      document: { pLine: { year: 2026, text: '<b>Label</b>' } },
    })
    const rtl = await offerMasters(fixture.hub, masterOf(hebrew), { title: hebrew })
    await untilCompressed(fixture.hub, odd.releaseId)
    const [folder, site] = [join(makeFolder(), 'music'), join(makeFolder(), 'site')]
    const mirror = ['feed', 'mirror', folder, '--covers', '256,640', '--audio', 'mp3']
    expect((await spawnSpindle(mirror, options).result).code).toBe(0)
    await run(process.execPath, [script, folder, site])
    const page = (releaseId: string) => readFile(join(site, 'releases', releaseId, 'index.html'), 'utf8')
    const [index, album] = [await readFile(join(site, 'index.html'), 'utf8'), await page(odd.releaseId)]
    for (const text of [index, album]) {
      expect(text).not.toContain('<script>')
      expect(text).toContain('&#60;script&#62;alert(&#34;1&#34;)&#60;/script&#62; &#38; &#39;co&#39;')
    }
    expect(album).not.toContain('<img src=x')
    expect(album).toContain('℗ 2026 &#60;b&#62;Label&#60;/b&#62;')
    expect(album).toMatch(/<span dir="auto">&#60;img src=x onerror=alert\(1\)&#62;<\/span> 0:04/)
    expect(album).toMatch(/<img src="cover-640-\w+\.webp" width="640" height="640" alt="Cover of &#60;script/)
    expect(index).toMatch(
      new RegExp(`<img src="releases/${odd.releaseId}/cover-256-\\w+\\.webp" width="160" height="160"`),
    )
    expect(await page(rtl.releaseId)).toContain(`<h1 dir="auto">${hebrew}</h1>`)
    expect(index).toContain(`<strong dir="auto">${hebrew}</strong>`)
    const [, audio = ''] = /<audio controls preload="none" src="([^"]+)"/.exec(album) ?? []
    expect((await readdir(join(site, 'releases', odd.releaseId))).sort()).toEqual([
      expect.stringMatching(/^cover-256/),
      expect.stringMatching(/^cover-640/),
      'index.html',
      audio,
    ])
    await writeFile(join(site, 'releases', rtl.releaseId, 'left.txt'), 'of an earlier export')
    await takeDown(fixture.hub, { ...odd, property: 'site-a' })
    expect((await spawnSpindle(['feed', 'mirror', folder], options).result).code).toBe(0)
    await run(process.execPath, [script, folder, site])
    expect(await readdir(join(site, 'releases'))).toEqual([rtl.releaseId])
    expect(await readdir(join(site, 'releases', rtl.releaseId))).not.toContain('left.txt')
    expect(await readFile(join(site, 'index.html'), 'utf8')).not.toContain('alert')
  })
})
