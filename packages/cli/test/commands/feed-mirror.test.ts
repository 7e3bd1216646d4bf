import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '../../../server/test/harness/eventually.ts'
import { takeDown } from '../../../server/test/harness/live-releases.ts'
import { offerMasters } from '../../../server/test/harness/playable-release.ts'
import { shortMaster } from '../../../server/test/harness/submittable.ts'
import { sha256 } from '../../../server/test/harness/uploads.ts'
import { type ChangingProxy, startChangingProxy } from '../harness/changing-proxy.ts'
import { type HubFixture, openHubFixture, propertyToken } from '../harness/hub-fixture.ts'
import { startSpindle } from '../harness/run-spindle.ts'
import { makeFolder } from '../harness/spindle-home.ts'

let fixture: HubFixture
let proxy: ChangingProxy
const master = shortMaster(1)
const other = 'another-token-of-a-property-long-enough'

beforeAll(async () => {
  fixture = await openHubFixture({
    role: 'api',
    environment: { SPINDLE_INTEGRATION_TOKENS: `site-a=${propertyToken},site-b=${other}` },
  })
  proxy = await startChangingProxy(fixture.hub)
})
beforeEach(() => {
  proxy.change = undefined
})

const offer = (title: string) =>
  offerMasters(fixture.hub, [{ title: 'Intro', bytes: master, durationMs: 4_000 }], { title })

const takeDownOf = ({ accountId, releaseId }: Awaited<ReturnType<typeof offer>>) =>
  takeDown(fixture.hub, { accountId, releaseId, property: 'site-a' })

/** Runs it as a program does; the events that it printed. */
async function mirror(folder: string, args: readonly string[] = [], hub: { readonly url: string } = fixture.hub) {
  const { code, stdout, stderr } = await fixture.spindle(['feed', 'mirror', folder, '--json', ...args], { hub })
  const events = stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
  return { code, stderr, events }
}

const readJson = async (...path: string[]) => JSON.parse(await readFile(join(...path), 'utf8'))
const listOf = async (folder: string, releaseId: string) => (await readdir(join(folder, 'releases', releaseId))).sort()
const readIndex = async (folder: string) =>
  (await readFile(join(folder, 'index.ndjson'), 'utf8'))
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
const idsOf = async (folder: string): Promise<string[]> => (await readIndex(folder)).map(({ id }) => id)

describe('feed mirror', () => {
  it('copies each release with its covers and audio, and says where they are', async () => {
    const folder = join(makeFolder(), 'music')
    const { releaseId, trackIds } = await offer('Harbour')
    const { code, events } = await mirror(folder, ['--covers', '64,640', '--audio', 'master'])
    expect(code).toBe(0)
    expect(events).toContainEqual({ event: 'copied', releaseId, title: 'Harbour', isWaiting: false })
    const release = await readJson(folder, 'releases', releaseId, 'release.json')
    const served = await fixture.json(['feed', 'get', releaseId])
    const { signedCover: _, ...given } = served
    expect(release).toEqual({
      ...given,
      tracks: served.tracks.map(
        ({ signedAudio: _address, renditions: _renditions, ...track }: object & Record<string, unknown>) => track,
      ),
      files: {
        covers: [
          { size: 64, file: expect.stringMatching(/^cover-64-[0-9a-f]{12}\.webp$/), width: 64, height: 64 },
          { size: 640, file: expect.stringMatching(/^cover-640-[0-9a-f]{12}\.webp$/), width: 640, height: 640 },
        ],
        audio: { [trackIds[0] ?? '']: `${trackIds[0]}-${sha256(master).slice(0, 12)}.wav` },
      },
    })
    const audio = join(folder, 'releases', releaseId, release.files.audio[trackIds[0] ?? ''])
    expect((await readFile(audio)).equals(master)).toBe(true)
    expect((await stat(audio)).mode & 0o044).toBe(0o044)
    const covers: string[] = release.files.covers.map((cover: { file: string }) => cover.file)
    expect(await listOf(folder, releaseId)).toEqual([...covers, 'release.json', basename(audio)].sort())
    expect((await readIndex(folder)).find(({ id }) => id === releaseId)).toMatchObject({
      title: 'Harbour',
      file: `releases/${releaseId}/release.json`,
      covers: [{ file: `releases/${releaseId}/${covers[0]}`, width: 64 }, { size: 640 }],
    })
    expect(await readFile(join(folder, '.mirror/state.json'), 'utf8')).not.toContain(propertyToken)
  })

  it('requests only what changed, and deletes what was taken down', async () => {
    const folder = join(makeFolder(), 'music')
    const [kept, ended] = [await offer('Kept'), await offer('Ended')]
    await mirror(folder)
    expect(await idsOf(folder)).toEqual(expect.arrayContaining([kept.releaseId, ended.releaseId]))
    proxy.requested.length = 0
    // The same hub, so the address of the mirror stays; requests of this run go through the proxy.
    await writeFile(
      join(folder, '.mirror/state.json'),
      JSON.stringify({ ...(await readJson(folder, '.mirror/state.json')), hub: proxy.url }),
    )
    expect((await mirror(folder, [], proxy)).events).toEqual([{ event: 'done', copied: 0, removed: 0, waiting: 0 }])
    expect(proxy.requested.filter((path) => path.includes('/releases/'))).toEqual([])
    const added = await offer('Added')
    await takeDownOf(ended)
    proxy.requested.length = 0
    const { code, events } = await mirror(folder, [], proxy)
    expect(code).toBe(0)
    expect(events).toEqual([
      { event: 'removed', releaseId: ended.releaseId, title: null, isWaiting: false },
      { event: 'copied', releaseId: added.releaseId, title: 'Added', isWaiting: false },
      { event: 'done', copied: 1, removed: 1, waiting: 0 },
    ])
    expect(proxy.requested.filter((path) => path.includes(kept.releaseId))).toEqual([])
    const names = await readdir(join(folder, 'releases'))
    expect(names).toEqual(expect.arrayContaining([kept.releaseId, added.releaseId]))
    expect(names).not.toContain(ended.releaseId)
    expect((await idsOf(folder)).sort()).toEqual(names.sort())
    expect(await readdir(join(folder, '.mirror/trash'))).toEqual([])
  })

  it('deletes the audio of a track that ended, and keeps the release', async () => {
    const folder = join(makeFolder(), 'music')
    const offered = await offerMasters(
      fixture.hub,
      [1, 2].map((seed) => ({ title: `Song ${seed}`, bytes: shortMaster(seed), durationMs: 4_000 })),
    )
    await mirror(folder, ['--covers', 'none', '--audio', 'master'])
    expect(await listOf(folder, offered.releaseId)).toHaveLength(3)
    await takeDown(fixture.hub, { ...offered, property: 'site-a', trackId: offered.trackIds[0] ?? '' })
    await mirror(folder)
    const left = await listOf(folder, offered.releaseId)
    expect(left).toEqual(['release.json', expect.stringContaining(offered.trackIds[1] ?? '')])
    expect((await readJson(folder, 'releases', offered.releaseId, 'release.json')).tracks).toHaveLength(1)
  })

  it('copies other files when the options change, without downloading again what it has', async () => {
    const folder = join(makeFolder(), 'music')
    const { releaseId } = await offer('Sizes')
    await mirror(folder, ['--covers', '640', '--audio', 'master'])
    const before = await listOf(folder, releaseId)
    const audio = join(folder, 'releases', releaseId, before.find((name) => name.endsWith('.wav')) ?? '')
    const { ino } = await stat(audio)
    await mirror(folder, ['--covers', '64'])
    const after = await listOf(folder, releaseId)
    expect(after.filter((name) => name.startsWith('cover'))).toEqual([expect.stringMatching(/^cover-64-/)])
    expect((await stat(audio)).ino).toBe(ino)
  })

  it('checks each release when the feed begins anew, and deletes those that are gone', async () => {
    const folder = join(makeFolder(), 'music')
    const { releaseId } = await offer('Present')
    await mirror(folder)
    const gone = 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB'
    await mkdir(join(folder, 'releases', gone))
    await writeFile(join(folder, 'releases', gone, 'release.json'), '{}')
    const state = await readJson(folder, '.mirror/state.json')
    await writeFile(join(folder, '.mirror/state.json'), JSON.stringify({ ...state, cursor: 'of-an-earlier-secret' }))
    const { code, events } = await mirror(folder)
    expect(code).toBe(0)
    expect(events).toContainEqual({ event: 'removed', releaseId: gone, title: null, isWaiting: false })
    expect(await readdir(join(folder, 'releases'))).toContain(releaseId)
    expect(await readdir(join(folder, 'releases'))).not.toContain(gone)
    expect(await idsOf(folder)).not.toContain(gone)
  })

  it('applies a takedown at once with --watch, and ends with 0', async () => {
    const folder = join(makeFolder(), 'music')
    const offered = await offer('Watched')
    const running = startSpindle(['feed', 'mirror', folder, '--watch', '--interval', '1h'], fixture.options)
    await running.untilShown('Watching the feed')
    expect(await readdir(join(folder, 'releases'))).toContain(offered.releaseId)
    await takeDownOf(offered)
    await running.untilShown(`removed\t${offered.releaseId}`)
    await eventually(async () => !(await idsOf(folder)).includes(offered.releaseId), { what: 'the index without it' })
    expect(await readdir(join(folder, 'releases'))).not.toContain(offered.releaseId)
    running.interrupt()
    expect((await running.result).code).toBe(0)
  })

  it('refuses a second run in the same folder while the first one watches', async () => {
    const folder = join(makeFolder(), 'music')
    const running = startSpindle(['feed', 'mirror', folder, '--watch'], fixture.options)
    await running.untilShown('Watching the feed')
    const { code, stderr } = await mirror(folder)
    expect({ code, error: JSON.parse(stderr).error }).toMatchObject({
      code: 1,
      error: { code: 'folder_busy', message: expect.stringContaining('Another run is mirroring into this folder') },
    })
    running.interrupt()
    await running.result
    expect((await mirror(folder)).code).toBe(0)
  })
})

describe('feed mirror with a folder or token that is not its own', () => {
  it('shows one error for a token that is not valid, and writes and deletes nothing', async () => {
    const folder = join(makeFolder(), 'music')
    const env = { SPINDLE_INTEGRATION_TOKEN: 'a-token-that-this-hub-never-gave-to-anyone' }
    const args = ['feed', 'mirror', folder]
    const refused = await fixture.spindle(args, { env })
    expect(refused).toMatchObject({ code: 3, stdout: '', stderr: expect.stringContaining('[invalid_token]') })
    expect(refused.stderr.split('\n').filter((line) => line.includes('✖'))).toHaveLength(1)
    await expect(stat(folder)).rejects.toMatchObject({ code: 'ENOENT' })
    const { releaseId } = await offer('Stays')
    await mirror(folder)
    expect((await fixture.spindle(args, { env })).code).toBe(3)
    expect(await readdir(join(folder, 'releases'))).toContain(releaseId)
    expect(await fixture.spindle(args, { env: { SPINDLE_INTEGRATION_TOKEN: other } })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('is the mirror of site-a at'),
    })
  })

  it('does not take a folder with other files', async () => {
    const folder = makeFolder()
    await writeFile(join(folder, 'thesis.txt'), 'precious')
    const { code, stderr } = await mirror(folder)
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining('has other files and is not a mirror'),
    })
    expect(await readdir(folder)).toEqual(['thesis.txt'])
  })
})

describe('feed mirror with answers that are not to be trusted', () => {
  const hostile = async (change: (text: string) => string, of: RegExp) => {
    const parent = makeFolder()
    proxy.change = async (path, response) =>
      of.test(path) && response.ok
        ? new Response(change(await response.text()), { headers: { 'content-type': 'application/json' } })
        : undefined
    const result = await mirror(join(parent, 'music'), ['--audio', 'master'], proxy)
    expect(await readdir(parent)).toEqual(['music'])
    return { ...result, folder: join(parent, 'music') }
  }

  it.each([
    ['a release of the feed', /\/feed\?/, (text: string) => text.replaceAll(/rel_[0-9A-Z]{26}/g, '../../../escaped')],
    ['a release', /\/releases\/rel_\w+$/, (text: string) => text.replaceAll(/("id" ?: ?")rel_\w+/g, '$1../../escaped')],
    [
      'a track',
      /\/releases\/rel_\w+$/,
      (text: string) => text.replaceAll(/("trackId" ?: ?")trk_\w+/g, '$1../../escaped'),
    ],
    [
      'a SHA-256',
      /\/releases\/rel_\w+$/,
      (text: string) => text.replaceAll(/("sha256" ?: ?")\w+/g, '$1../../../../escaped'),
    ],
  ])('writes nothing outside of the folder for the id of %s', async (_, of, change) => {
    await offer('Hostile')
    const { code, stderr, folder } = await hostile(change, of)
    expect(code).toBe(1)
    expect(JSON.parse(stderr.trim().split('\n').at(-1) ?? '').error.code).toBe('unexpected_answer')
    for (const name of await readdir(join(folder, 'releases'))) expect(name).toMatch(/^rel_[0-9A-Z]{26}$/)
  })

  it('does not follow a link in the place of a release', async () => {
    const [folder, outside] = [join(makeFolder(), 'music'), makeFolder()]
    const { releaseId } = await offer('Linked')
    await mkdir(join(folder, '.mirror'), { recursive: true })
    await mkdir(join(folder, 'releases'))
    await symlink(outside, join(folder, 'releases', releaseId))
    expect(await mirror(folder)).toMatchObject({ code: 2, stderr: expect.stringContaining('is a link') })
    expect(await readdir(outside)).toEqual([])
  })

  it('keeps a release if a proxy, and not the hub, says that it is not found', async () => {
    const folder = join(makeFolder(), 'music')
    const offered = await offer('Proxied')
    await mirror(folder, [], proxy)
    await takeDownOf(offered)
    proxy.change = async (path) => (/\/releases\//.test(path) ? new Response('Not here', { status: 404 }) : undefined)
    expect((await mirror(folder, [], proxy)).code).toBe(1)
    expect(await readdir(join(folder, 'releases'))).toContain(offered.releaseId)
    proxy.change = undefined
    expect((await mirror(folder, [], proxy)).code).toBe(0)
    expect(await readdir(join(folder, 'releases'))).not.toContain(offered.releaseId)
  })
})
