import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../harness/hub.ts'
import { openReleaseHub, type ReleaseFixture, releasesPath } from '../harness/releases.ts'
import { createTrashFixture, runEmptyTrash, type TrashFixture } from '../harness/trash.ts'

/** What is left of a draft in the trash, and for how long. */

const dayMs = 24 * 60 * 60_000

describe('a draft in the trash', () => {
  const clock = { ms: Date.now(), now: () => clock.ms }
  let hub: TestHub
  let fixture: ReleaseFixture
  let trash: TrashFixture
  beforeAll(async () => {
    ;({ hub, fixture } = await openReleaseHub({
      role: 'api',
      environment: { SPINDLE_TRASH_DAYS: '7' },
      overrides: { clock },
    }))
    trash = createTrashFixture(hub, fixture)
  })
  const system = () => hub.opened.database.system
  const relations = async () =>
    (
      await system().rows<{ name: string }>(
        `select relname as name from pg_class
         where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm') and not relispartition order by 1`,
      )
    ).map(({ name }) => name)
  const relationsWith = async (text: string) => {
    const found: string[] = []
    for (const name of await relations())
      if (await system().row(`select from "${name}" r where r::text like '%' || $1 || '%' limit 1`, [text]))
        found.push(name)
    return found
  }

  it('is in no table and no view that other statements read', async () => {
    const canary = 'Quetzalcanary'
    const { body } = await fixture.release({
      title: canary,
      label: canary,
      externalId: canary,
      metadata: { note: canary },
      tracks: [{ title: canary, isrc: 'ZZQZC2600001', uploadId: await fixture.audio() }],
    })
    expect(await relationsWith(canary)).toEqual([
      'published_releases',
      'published_tracks',
      'release_search',
      'releases',
      'tracks',
    ])
    await trash.remove(body.id)
    expect(await relationsWith(canary)).toEqual(['trashed_releases'])
    expect(await relationsWith('ZZQZC2600001')).toEqual(['trashed_releases'])
    expect(await relationsWith(body.upc)).toEqual(['trashed_releases'])
    await trash.restore(body.id)
    expect(await relationsWith(canary)).toEqual([
      'published_releases',
      'published_tracks',
      'release_search',
      'releases',
      'tracks',
    ])
  })

  it('is found by no list, no search, no count and no summary', async () => {
    const { body } = await fixture.release({ title: 'Xylophonium', externalId: 'xylo' })
    const read = async () =>
      Promise.all(
        [
          `${releasesPath}?count=true&limit=100`,
          `${releasesPath}?count=true&query=Xylophonium`,
          `${releasesPath}?count=true&upc=${body.upc}`,
          `${releasesPath}?count=true&isrc=${body.tracks[0].isrc}`,
          '/api/v1/distributor/catalog?count=true&limit=100',
          '/api/v1/distributor/catalog?count=true&query=Xylophonium',
          '/api/v1/distributor/recordings?count=true',
          '/api/v1/distributor/summary',
        ].map(async (path) => JSON.stringify((await hub.json('GET', path, { key: fixture.key })).body)),
      )
    const before = await read()
    await trash.remove(body.id)
    const after = await read()
    for (const answer of after) expect(answer).not.toContain(body.id)
    await trash.restore(body.id)
    const again = await read()
    const found = (answers: readonly string[]) => answers.map((answer) => answer.includes(body.id))
    expect(found(again)).toEqual(found(before))
    expect(found(again).filter(Boolean).length).toBeGreaterThan(4)
  })

  it('does not count as a release, and its metadata counts until it is erased', async () => {
    const usage = async () => {
      const row = await system().row<{ releases: number; bytes: number }>(
        'select sum(releases)::int as releases, sum(document_bytes)::int as bytes from account_usage where account_id = $1',
        [fixture.account.accountId],
      )
      return row ?? { releases: 0, bytes: 0 }
    }
    const empty = await usage()
    const { body } = await fixture.release()
    const full = await usage()
    await trash.remove(body.id)
    expect(await usage()).toEqual({ releases: empty.releases, bytes: full.bytes })
    await trash.restore(body.id)
    expect(await usage()).toEqual(full)
    await trash.remove(body.id)
    await trash.erase(body.id)
    expect(await usage()).toEqual(empty)
  })

  it('keeps its uploads: they cannot be deleted until it is erased', async () => {
    const { body } = await fixture.release()
    const remove = () => hub.json('DELETE', `/api/v1/distributor/uploads/${body.coverUploadId}`, { key: fixture.key })
    await trash.remove(body.id)
    expect(await remove()).toMatchObject({ status: 409, body: { error: 'upload_in_use' } })
    await trash.erase(body.id)
    expect(await remove()).toMatchObject({ status: 204 })
  })

  it('is erased by the job once its days are over, and not before', async () => {
    const { body } = await fixture.release()
    const { body: other } = await fixture.release()
    await trash.remove(body.id)
    clock.ms += 7 * dayMs - 1
    await trash.remove(other.id)
    await runEmptyTrash(hub)
    expect((await trash.list()).body.data).toMatchObject([{ id: other.id }, { id: body.id }])
    clock.ms += 1
    await runEmptyTrash(hub)
    expect((await trash.list()).body.data).toMatchObject([{ id: other.id }])
    expect(await trash.restore(body.id)).toMatchObject({ status: 404 })
    const erased = await system().rows(
      `select actor ->> 'type' as actor from release_events where release_id = $1 and type = 'release.erased'`,
      [body.id],
    )
    expect(erased).toEqual([{ actor: 'system' }])
  })

  it('takes no draft that outlets had, so its ISRC and audio stay locked', async () => {
    const { body } = await fixture.release({}, 2)
    const [first] = body.tracks
    // An earlier version made such drafts.
    await system().execute('update releases set first_delivered_at = now() where id = $1', [body.id])
    await system().execute('update tracks set delivered = true where id = $1', [first.id])
    expect(await trash.remove(body.id)).toMatchObject({ status: 409, body: { error: 'state_conflict' } })
    expect(await trash.restore(body.id)).toMatchObject({ status: 404 })
    const rows = await system().rows('select delivered from tracks where release_id = $1 order by position', [body.id])
    expect(rows).toEqual([{ delivered: true }, { delivered: false }])
  })

  it('cannot be in the trash without being deleted', async () => {
    const { body } = await fixture.release()
    await trash.remove(body.id)
    const revive = system().execute('update releases set deleted_at = null where id = $1', [body.id])
    await expect(revive).rejects.toThrow(/trashed_releases/)
  })
})
