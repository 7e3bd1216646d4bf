import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { atEnd } from '../harness/cleanup.ts'
import type { TestHub } from '../harness/hub.ts'
import { gtin13 } from '../harness/release-metadata.ts'
import { createReleaseFixture, openReleaseHub, type ReleaseFixture, releasesPath } from '../harness/releases.ts'

const year = new Date().getUTCFullYear() % 100
const isrc = (number: number) => `QZXYZ${year}${String(number).padStart(5, '0')}`

describe('identifiers the hub assigns', () => {
  let hub: TestHub
  let fixture: ReleaseFixture
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'spindle-upc-'))
    const pool = join(folder, 'upcs.txt')
    await writeFile(pool, `${gtin13(900_001)}\n${gtin13(900_002)}\n123456789013\n${gtin13(900_003)}\n`)
    ;({ hub, fixture } = await openReleaseHub({
      environment: { SPINDLE_ISRC_PREFIX: 'QZXYZ', SPINDLE_UPC_POOL_FILE: pool },
    }))
  })
  atEnd(() => rm(folder, { recursive: true, force: true }))
  const bare = async (target: ReleaseFixture, count: number) => {
    const body = await target.body({ upc: undefined }, count)
    return { ...body, tracks: body.tracks.map(({ isrc: _isrc, ...track }) => track) }
  }
  const isrcsOf = (release: { tracks: { isrc: string }[] }) => release.tracks.map((track) => track.isrc)

  it('are promised in a draft and given at submission, in order, skipping those the account has', async () => {
    const used = await fixture.body({ upc: gtin13(900_001) })
    await fixture.post(releasesPath, { ...used, tracks: [{ ...used.tracks[0], isrc: isrc(2) }] })
    const { body: draft } = await fixture.post(releasesPath, await bare(fixture, 3))
    expect(draft.findings.map(({ code, severity }: Record<string, string>) => [code, severity])).toContainEqual([
      'identifier_assigned',
      'note',
    ])
    expect(draft).not.toHaveProperty('upc')
    const { body: submitted } = await fixture.act(draft.id, 'submit')
    expect(submitted).toMatchObject({ status: 'delivering', upc: gtin13(900_002), revision: 1 })
    expect(isrcsOf(submitted)).toEqual([isrc(1), isrc(3), isrc(4)])
    const { body: list } = await hub.json('GET', `${releasesPath}?isrc=${isrc(3)}`, { key: fixture.key })
    expect(list.data.map(({ id }: { id: string }) => id)).toEqual([draft.id])
  })

  it('are never assigned twice, neither to other accounts nor concurrently', async () => {
    const others = [
      await createReleaseFixture(hub, 'One'),
      await createReleaseFixture(hub, 'Two'),
      await createReleaseFixture(hub, 'Three'),
    ]
    const answers = await Promise.all(
      others.map(async (other) =>
        other.post(releasesPath, { ...(await bare(other, 5)), upc: gtin13(1), submit: true }),
      ),
    )
    const given = answers.flatMap(({ body }) => isrcsOf(body))
    expect(given).toHaveLength(15)
    expect(new Set(given).size).toBe(15)
  })

  it('are missing once the pool is empty: the hub never invents one', async () => {
    const last = await fixture.post(releasesPath, { ...(await bare(fixture, 1)), submit: true })
    expect(last.body.upc).toBe(gtin13(900_003))
    const none = await fixture.post(releasesPath, await bare(fixture, 1))
    expect(await fixture.act(none.body.id, 'submit')).toMatchObject({
      status: 422,
      body: { error: 'findings_block', errors: [{ code: 'identifier_missing', pointer: '/upc' }] },
    })
    expect((await fixture.get(none.body.id)).body.tracks[0]).not.toHaveProperty('isrc')
  })

  it('end with the year: the last number is given, and then none', async () => {
    await hub.opened.database.system.execute('update isrc_counters set last = 99998 where year = $1', [year])
    const withUpc = async (place: number) => ({
      ...(await bare(fixture, 1)),
      upc: gtin13(800_000 + place),
      submit: true,
    })
    expect(isrcsOf((await fixture.post(releasesPath, await withUpc(1))).body)).toEqual([isrc(99_999)])
    expect(await fixture.post(releasesPath, await withUpc(2))).toMatchObject({
      status: 422,
      body: { errors: [{ code: 'identifier_missing', pointer: '/tracks/0/isrc' }] },
    })
  })
})
