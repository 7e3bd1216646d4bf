import { beforeAll, describe, expect, it } from 'vitest'
import { atEnd } from '../../harness/cleanup.ts'
import { eventually } from '../../harness/eventually.ts'
import type { TestHub } from '../../harness/hub.ts'
import { createReleaseFixture, type ReleaseFixture, releasesPath } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'
import { type ReadStream, readStream, streamPath } from '../../live/read-stream.ts'

describe('streamEvents 200', () => {
  let hub: TestHub
  let fixture: ReleaseFixture
  beforeAll(async () => {
    ;({ hub, fixture } = await sharedReleaseHub())
  })
  const open = async (key: string, headers: Record<string, string> = {}): Promise<ReadStream> => {
    const stream = await readStream(hub, { 'x-api-key': key, ...headers })
    atEnd(() => stream.close())
    return stream
  }
  /** Each change once: an event may come twice. */
  const releasesOf = (stream: ReadStream): unknown[] => [
    ...new Set(stream.events.filter(({ event }) => event === 'release').map(({ data }) => `${data.id} ${data.status}`)),
  ]

  it('streams what happens to the releases of the account, and of no other one', async () => {
    const stranger = await createReleaseFixture(hub, 'Stranger')
    await fixture.release()
    const [own, foreign] = [await open(fixture.key), await open(stranger.key)]
    expect(own.response.status).toBe(200)
    expect(Object.fromEntries(own.response.headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    const { body: release } = await fixture.release()
    await eventually(() => releasesOf(own).length > 0, { what: 'the new release' })
    expect((await hub.json('DELETE', `${releasesPath}/${release.id}`, { key: fixture.key })).status).toBe(204)
    await eventually(() => releasesOf(own).at(-1) === `${release.id} deleted`, { what: 'the end of the release' })
    expect(releasesOf(own)).toEqual([`${release.id} draft`, `${release.id} deleted`])
    const { body: theirs } = await stranger.release()
    await eventually(() => releasesOf(foreign).length > 0, { what: 'the release of the stranger' })
    expect(releasesOf(foreign)).toEqual([`${theirs.id} draft`])
  })

  it('answers HEAD without a stream, and refuses parameters that mean nothing', async () => {
    const head = await hub.request(streamPath, { method: 'HEAD', headers: { 'x-api-key': fixture.key } })
    expect([head.status, await head.text()]).toEqual([200, ''])
    expect(await hub.json('GET', `${streamPath}?since=1`, { key: fixture.key })).toMatchObject({
      status: 400,
      body: { error: 'invalid_parameter' },
    })
  })
})
