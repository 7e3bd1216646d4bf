import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { fillUpcPool } from '../../src/features/releases/submission/identifier-queries.ts'
import { atEnd } from '../harness/cleanup.ts'
import type { TestHub } from '../harness/hub.ts'
import { createLabel } from '../harness/labels.ts'
import { createReleaseFixture, openReleaseHub, type ReleaseFixture, releasesPath } from '../harness/releases.ts'

const year = new Date().getUTCFullYear() % 100
const isrc = (prefix: string, number: number) => `${prefix}${year}${String(number).padStart(5, '0')}`
const isrcsOf = (release: { tracks: { isrc: string }[] }) => release.tracks.map((track) => track.isrc)

describe('codes of the prefix and the range of a label', () => {
  let hub: TestHub
  let fixture: ReleaseFixture
  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'spindle-upc-'))
    atEnd(() => rm(folder, { recursive: true, force: true }))
    // The fourth one is of the range that is allowed below.
    await writeFile(join(folder, 'upcs.txt'), '0209000000007\n0209000000014\n0209000000021\n614141000012\n')
    ;({ hub, fixture } = await openReleaseHub({
      environment: { SPINDLE_ISRC_PREFIX: 'QZHUB', SPINDLE_UPC_POOL_FILE: join(folder, 'upcs.txt') },
    }))
  })
  const open = async (codes: { isrcPrefix?: string; upcRange?: string }): Promise<ReleaseFixture> => {
    const account = await createReleaseFixture(hub, 'Lamps')
    await hub.hub.releases.allowedCodes.allow(account.account.accountId, codes)
    await createLabel(account, { name: 'Blue Lamp', ...codes })
    return account
  }
  const bare = async (target: ReleaseFixture, label: string | undefined, count = 1) => {
    const body = await target.body({ upc: undefined, label }, count)
    return { ...body, tracks: body.tracks.map(({ isrc: _isrc, ...track }) => track) }
  }
  const submit = async (target: ReleaseFixture, label: string | undefined, count = 1) =>
    target.post(releasesPath, { ...(await bare(target, label, count)), submit: true })

  it('are promised in a draft and given at submission, without those that the account has', async () => {
    const lamps = await open({ isrcPrefix: 'QZABC', upcRange: '0614141' })
    const used = await lamps.body({ upc: '614141000005' })
    await lamps.post(releasesPath, { ...used, tracks: [{ ...used.tracks[0], isrc: isrc('QZABC', 2) }] })
    const { body: draft } = await lamps.post(releasesPath, await bare(lamps, 'blue LAMP', 3))
    expect(draft.findings.map(({ code }: { code: string }) => code)).toContain('identifier_assigned')
    const { body: submitted } = await lamps.act(draft.id, 'submit')
    expect(submitted).toMatchObject({ status: 'delivering', upc: '614141000012' })
    expect(isrcsOf(submitted)).toEqual([isrc('QZABC', 1), isrc('QZABC', 3), isrc('QZABC', 4)])
    const { body: next } = await submit(lamps, 'Blue Lamp')
    expect([next.upc, isrcsOf(next)]).toEqual(['614141000029', [isrc('QZABC', 5)]])
    const { body: other } = await submit(lamps, 'Red Lamp')
    expect([other.upc, isrcsOf(other)]).toEqual(['0209000000007', [isrc('QZHUB', 1)]])
  })

  it('come from the usual source if the label has only one of the two', async () => {
    const lamps = await open({ isrcPrefix: 'QZONE' })
    const { body } = await submit(lamps, 'Blue Lamp')
    expect([body.upc, isrcsOf(body)]).toEqual(['0209000000014', [isrc('QZONE', 1)]])
  })

  it('leave codes that a release has, and the ISRC of an audio that has one', async () => {
    const lamps = await open({ isrcPrefix: 'QZOWN', upcRange: '0614140' })
    const { body: own } = await lamps.post(releasesPath, {
      ...(await lamps.body({ label: 'Blue Lamp' })),
      submit: true,
    })
    const again = await bare(lamps, 'Blue Lamp')
    const tracks = [{ ...again.tracks[0], uploadId: own.tracks[0].uploadId }]
    const { body } = await lamps.post(releasesPath, { ...again, tracks, submit: true })
    expect([body.upc, isrcsOf(body)]).toEqual(['614140000006', isrcsOf(own)])
  })

  it('are never given twice to submissions at once', async () => {
    const lamps = await open({ isrcPrefix: 'QZTWO', upcRange: '4006381' })
    const bodies = await Promise.all(Array.from({ length: 6 }, () => bare(lamps, 'Blue Lamp', 2)))
    const answers = await Promise.all(bodies.map((body) => lamps.post(releasesPath, { ...body, submit: true })))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 201])
    expect(answers.map(({ body }): string => body.upc).toSorted()).toEqual([
      '4006381000000',
      '4006381000017',
      '4006381000024',
      '4006381000031',
      '4006381000048',
      '4006381000055',
    ])
    expect(answers.flatMap(({ body }) => isrcsOf(body)).sort()).toEqual(
      Array.from({ length: 12 }, (_, index) => isrc('QZTWO', index + 1)),
    )
  })

  it('are missing once the range is used up: a finding names the label, and no other source is used', async () => {
    const lamps = await open({ upcRange: '40063820001' })
    await hub.opened.database.system.execute(`update upc_ranges set next = 9 where prefix = '40063820001'`)
    const { body: drafted } = await lamps.post(releasesPath, await bare(lamps, 'Blue Lamp'))
    expect((await submit(lamps, 'Blue Lamp')).body.upc).toBe('4006382000191')
    const expected = {
      pointer: '/upc',
      code: 'identifier_missing',
      fix: 'Ask the hub operator to allow another UPC range for your account and set it in the label, or enter your own code.',
    }
    const text = 'The release has no UPC. The UPC range 40063820001 of label "Blue Lamp" has no free code left.'
    expect(await lamps.act(drafted.id, 'submit')).toMatchObject({
      status: 422,
      body: { error: 'findings_block', errors: [{ ...expected, detail: text }] },
    })
    const { body: draft } = await lamps.post(releasesPath, await bare(lamps, 'Blue Lamp'))
    expect(draft.findings).toContainEqual(expect.objectContaining({ ...expected, message: text, severity: 'error' }))
    const { body: left } = await lamps.get(drafted.id)
    expect(left).not.toHaveProperty('upc')
    expect(left.tracks[0]).not.toHaveProperty('isrc')
  })

  it('are missing once the year has no ISRC of the prefix left: the prefix of the hub is not used', async () => {
    const lamps = await open({ isrcPrefix: 'QZEND', upcRange: '0614142' })
    await hub.opened.database.system.execute('insert into isrc_counters (prefix, year, last) values ($1, $2, 99998)', [
      'QZEND',
      year,
    ])
    expect(isrcsOf((await submit(lamps, 'Blue Lamp')).body)).toEqual([isrc('QZEND', 99_999)])
    expect(await submit(lamps, 'Blue Lamp')).toMatchObject({
      status: 422,
      body: {
        errors: [
          {
            pointer: '/tracks/0/isrc',
            code: 'identifier_missing',
            detail:
              'Track "Song 1" has no ISRC. The ISRC prefix QZEND of label "Blue Lamp" has too few free codes left this year.',
          },
        ],
      },
    })
  })

  it('follow thousands that the label used by hand, and leave the rest of the numbers', async () => {
    const lamps = await open({ isrcPrefix: 'QZOLD', upcRange: '0614143' })
    const { body: release } = await lamps.release()
    await hub.opened.database.system.execute(
      `insert into recordings (account_id, pcm_sha256, isrc, title, release_id)
       select $1, lpad(to_hex(n), 64, '0'), $2 || lpad(n::text, 5, '0'), 'Old', $3 from generate_series(1, 3000) n`,
      [lamps.account.accountId, `QZOLD${year}`, release.id],
    )
    expect(isrcsOf((await submit(lamps, 'Blue Lamp', 2)).body)).toEqual([isrc('QZOLD', 3_001), isrc('QZOLD', 3_002)])
    expect(isrcsOf((await submit(lamps, 'Blue Lamp')).body)).toEqual([isrc('QZOLD', 3_003)])
  })

  it('skip codes that the hub gave to another account before the range was allowed', async () => {
    await hub.opened.database.system.execute(
      `insert into upc_pool (gtin14, written, taken_at, account_id) values ('00614144000002', '614144000002', now(), $1)`,
      [fixture.account.accountId],
    )
    const lamps = await open({ upcRange: '0614144' })
    expect((await submit(lamps, 'Blue Lamp')).body.upc).toBe('614144000019')
  })

  it('of other accounts do not come from the range: its free codes leave the pool', async () => {
    // The file still names the code at the next start.
    await fillUpcPool(hub.opened.database, [{ gtin14: '00614141000012', written: '614141000012' }])
    const rows = await hub.opened.database.system.rows<{ written: string }>(
      `select written from upc_pool where taken_at is null`,
    )
    expect(rows.map(({ written }) => written)).not.toContain('614141000012')
  })
})
