import { execFile } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { operatorOf } from '../harness/operator.ts'
import { acknowledge, openStoreHub, type StoreHub } from '../harness/store-folder.ts'
import { newFolder } from './two-hubs.ts'

/** The program of docs/verify-history.md, as an outsider would run it: with an export and without the hub. */

const page = fileURLToPath(new URL('../../../../docs/verify-history.md', import.meta.url))
const run = promisify(execFile)

interface Line {
  readonly releaseId: string
  readonly event: { readonly [member: string]: unknown; readonly id: string; readonly data: object }
}

describe('the history in an export', () => {
  let store: StoreHub
  let folder: string
  let file: string
  let lines: readonly Line[]
  const releases: string[] = []
  beforeAll(async () => {
    store = await openStoreHub()
    const { hub, fixture } = store
    const outlet = await store.addStore()
    const release = await store.submit(outlet.id)
    releases.push(release.id)
    await acknowledge(outlet.folder, (await store.nthMessage(outlet.folder, 1)).messageId, 'FileOK', 'Grüße & ナイト')
    await store.reach(release.id, 'live')
    await fixture.act(release.id, 'takedown', { reason: 'Rights\nhave ended: "ナイト" \u2028 🎵 </b>\t\\' })
    await acknowledge(outlet.folder, (await store.nthMessage(outlet.folder, 2)).messageId, 'FileOK')
    await store.reach(release.id, 'taken_down')
    releases.push((await fixture.release({ title: 'Harbour' })).body.id)
    folder = await newFolder()
    // The uploads of the fixture have no bytes, which the command reports and which is no part of the history.
    await operatorOf(hub)('accounts', 'export', fixture.account.accountId, '--to', folder)
    const [id = ''] = await readdir(join(folder, 'exports'))
    file = join(folder, 'exports', id, 'events.ndjson')
    lines = (await readFile(file, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Line)
    const [, program = ''] = /^```js\n([\s\S]*?)^```$/m.exec(await readFile(page, 'utf8')) ?? []
    await writeFile(join(folder, 'verify-history.mjs'), program)
  })

  const verify = async (history: readonly Line[]) => {
    const changed = join(folder, 'history.ndjson')
    await writeFile(changed, history.map((line) => `${JSON.stringify(line)}\n`).join(''))
    return run(process.execPath, [join(folder, 'verify-history.mjs'), changed]).then(
      ({ stdout }) => ({ code: 0, out: stdout.trim(), err: '' }),
      ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
        code,
        out: stdout.trim(),
        err: stderr.trim(),
      }),
    )
  }

  it('has the events of the API, in the order of the chain', async () => {
    for (const releaseId of releases) {
      const { body } = await store.fixture.events(releaseId)
      expect(lines.filter((line) => line.releaseId === releaseId).map(({ event }) => event)).toEqual(
        body.data.toReversed(),
      )
    }
    expect(lines.length).toBeGreaterThan(8)
  })

  it('is right for a program that shares nothing with the hub', async () => {
    const { stdout } = await run(process.execPath, [join(folder, 'verify-history.mjs'), file])
    expect(stdout.trim()).toBe(`${lines.length} events of 2 releases, 0 problems`)
  })

  const third = 2
  const changed = (index: number, change: object): Line[] =>
    lines.map((line, place) => (place === index ? { ...line, event: { ...line.event, ...change } } : line))
  it.each<[string, () => readonly Line[], RegExp]>([
    ['a changed time', () => changed(third, { at: '2026-01-01T00:00:00.000Z' }), /line 3, .*: the event was changed/],
    ['a changed reason', () => changed(1, { reason: 'Another one.' }), /line 2, .*: the event was changed/],
    [
      'a changed actor',
      () => changed(0, { actor: { type: 'system', id: null, name: null } }),
      /line 1, .* was changed/,
    ],
    [
      'an added member of its data',
      () => changed(third, { data: { ...lines[third]?.event.data, note: '' } }),
      /line 3, .*: the event was changed/,
    ],
    ['a removed event', () => lines.filter((_, index) => index !== third), /line 3, .*: the event before is missing/],
    ['a removed first event', () => lines.slice(1), /line 1, .*: the event before is missing/],
    [
      'two events in another order',
      () => [...lines.slice(0, third), ...lines.slice(third, third + 2).toReversed(), ...lines.slice(third + 2)],
      /line 3, .*: the event before is missing/,
    ],
  ])('shows %s', async (_, history, problem) => {
    const { code, err } = await verify(history())
    expect([code, err.split('\n')[0]]).toEqual([1, expect.stringMatching(problem)])
  })

  it('is read by the check of the export as well', async () => {
    const before = await readFile(file, 'utf8')
    const check = async () => {
      const { out, err } = await operatorOf(store.hub)('accounts', 'verify-export', folder)
      return [...out, ...err].join('\n')
    }
    expect(await check()).not.toContain('events.ndjson')
    await writeFile(file, before.replace('release.', 'release_'))
    expect(await check()).toContain('events.ndjson')
    await writeFile(file, before)
  })
})
