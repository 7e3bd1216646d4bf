import { beforeAll, describe, expect, it } from 'vitest'
import type { Database, SqlValue, TenantTransaction } from '../../src/platform/database/sql.ts'
import { createTestDatabase, type TestHub } from '../harness/hub.ts'
import { openReleaseHub, type ReleaseFixture, releasesPath } from '../harness/releases.ts'

/**
 * The amount of data that a check reads from the rest of the account must not grow with it. Counted in blocks that
 * PostgreSQL reads, independent of the load of the machine, and on tables without statistics, as after a fast import.
 */

interface Ran {
  readonly text: string
  readonly values: readonly SqlValue[]
}

interface Plan {
  readonly 'Shared Hit Blocks': number
  readonly 'Shared Read Blocks': number
}

/** The same database, recording every statement that only reads and runs in a tenant transaction. */
function recording<D extends Database>(database: D, ran: Ran[]): D {
  const recorded = (trx: TenantTransaction): TenantTransaction => ({
    ...trx,
    readRow: <R>(text: string, values: readonly SqlValue[] = []): Promise<R | undefined> => {
      ran.push({ text, values })
      return trx.readRow<R>(text, values)
    },
    readRows: <R>(text: string, values: readonly SqlValue[] = []): Promise<R[]> => {
      ran.push({ text, values })
      return trx.readRows<R>(text, values)
    },
  })
  return {
    ...database,
    tenantTransaction: (accountId, work) => database.tenantTransaction(accountId, (trx) => work(recorded(trx))),
  }
}

/** What the filled releases have in common: audio and ISRC, the audio alone, or nothing. */
type Kind = 'shared' | 'unnamed' | 'distinct'
const letters = { shared: 'S', unnamed: 'N', distinct: 'D' } as const
const numbered = (prefix: string, number: number): `upl_${string}` =>
  `upl_${prefix}${String(number).padStart(25, '0')}` as const

const sharedIsrc = 'DEA992000001'
const releaseCount = 5_000
const maxBlocks = 150

describe('a check in an account with thousands of tracks', () => {
  const ran: Ran[] = []
  let hub: TestHub
  let fixture: ReleaseFixture
  let sharedUpload: `upl_${string}`

  beforeAll(async () => {
    const opened = await createTestDatabase()
    // Statistics that arrive in the middle would change the plans from run to run.
    for (const table of ['releases', 'tracks', 'uploads'])
      await opened.database.transaction((trx) => trx.execute(`alter table ${table} set (autovacuum_enabled = off)`))
    const database = recording(opened.database, ran)
    ;({ hub, fixture } = await openReleaseHub({ overrides: { openDatabase: { ...opened, database } } }))
    sharedUpload = await fixture.audio({ pcmSha256: 'c0'.repeat(32) })
  })

  /** Releases of four tracks each. */
  const fill = (kind: Kind): Promise<void> =>
    hub.opened.database.transaction(async (trx) => {
      const values = [fixture.account.accountId, letters[kind], releaseCount]
      await trx.execute(
        `insert into releases (account_id, id, type, title, document, track_count)
         select $1, 'rel_' || $2 || lpad(g::text, 25, '0'), 'ep', 'T', '{}', 4 from generate_series(1, $3::int) g`,
        values,
      )
      if (kind === 'distinct')
        await trx.execute(
          `insert into uploads (account_id, id, kind, size, received_bytes, sha256, status, technical)
           select $1, 'upl_' || $2 || lpad(g::text, 25, '0'), 'audio', 10, 10, sha256(g::text::bytea), 'ready',
                  jsonb_build_object('kind', 'audio', 'pcmSha256', encode(sha256(g::text::bytea), 'hex'))
           from generate_series(1, 4 * $3::int) g`,
          values,
        )
      await trx.execute(
        `insert into tracks (account_id, release_id, id, position, disc, number, title, isrc, upload_id, document)
         select $1, 'rel_' || $2 || lpad((1 + (g - 1) / 4)::text, 25, '0'), 'trk_' || $2 || lpad(g::text, 25, '0'),
                1 + (g - 1) % 4, 1, 1 + (g - 1) % 4, 'T',
                case $2 when 'S' then $4 when 'D' then 'DEB99' || lpad(g::text, 7, '0') end,
                case $2 when 'D' then 'upl_D' || lpad(g::text, 25, '0') else $5 end, '{}'
         from generate_series(1, 4 * $3::int) g`,
        [...values, sharedIsrc, sharedUpload],
      )
    })

  /** Blocks that a look-up of the newest check touches when it is done again. */
  async function countBlocks(column = '"otherTracks"'): Promise<number> {
    const lookup = ran.findLast(({ text }) => text.includes(column))
    if (!lookup) throw new Error('no check ran')
    return hub.opened.database.tenantTransaction(fixture.account.accountId, async (trx) => {
      const row = await trx.row<{ 'QUERY PLAN': readonly { Plan: Plan }[] }>(
        `explain (analyze, buffers, timing off, format json) ${lookup.text}`,
        lookup.values,
      )
      const plan = row?.['QUERY PLAN'][0]?.Plan
      if (!plan) throw new Error('no plan')
      return plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
    })
  }

  const create = (uploadId: string, isrcs: readonly (string | undefined)[]) =>
    fixture.post(releasesPath, {
      title: 'Night Drive',
      type: 'ep',
      tracks: isrcs.map((isrc, index) => ({ title: `Song ${index}`, uploadId, ...(isrc && { isrc }) })),
    })
  const findingsOf = (body: { findings: { code: string; message: string }[] }, code: string): string[] =>
    body.findings.filter((finding) => finding.code === code).map(({ message }) => message)

  it.each<Kind>(['shared', 'unnamed', 'distinct'])('reads few blocks, with or without ISRCs: %s', async (kind) => {
    await fill(kind)
    const own = kind === 'distinct' ? numbered('D', 7) : sharedUpload
    for (const isrcs of [
      [undefined, undefined, undefined, undefined],
      [sharedIsrc, 'DEC992000002', 'DEC992000003', 'DEC992000004'],
    ]) {
      expect((await create(own, isrcs)).status).toBe(201)
      expect(await countBlocks()).toBeLessThan(maxBlocks)
    }
  })

  it.each(['a draft', 'a delivered release'])('finds the ISRC of a track without one, from %s', async (from) => {
    if (from === 'a delivered release')
      await hub.opened.database.transaction((trx) =>
        trx.execute(
          `insert into recordings (account_id, pcm_sha256, isrc, title, release_id)
           select $1, encode(sha256(g::text::bytea), 'hex'), 'DEB99' || lpad(g::text, 7, '0'), 'First',
                  'rel_D' || lpad('1', 25, '0')
           from generate_series(1, 4 * $2::int) g`,
          [fixture.account.accountId, releaseCount],
        ),
      )
    const { body } = await create(numbered('D', 11), [undefined])
    expect(findingsOf(body, 'isrc_reused')).toEqual([
      expect.stringContaining(`ISRC DEB990000011: track "${from === 'a draft' ? 'T' : 'First'}"`),
    ])
    const { body: shared } = await create(sharedUpload, [undefined])
    expect(findingsOf(shared, 'isrc_reused')).toEqual([expect.stringContaining(sharedIsrc)])
    expect(await countBlocks('k.isrc, k.title')).toBeLessThan(maxBlocks)
  })

  it('finds the audio that an ISRC already has, among thousands with the same', async () => {
    const { body } = await create(await fixture.audio(), [sharedIsrc])
    expect(findingsOf(body, 'isrc_other_audio')).toEqual([
      expect.stringContaining(`${sharedIsrc} already belongs to a different recording`),
    ])
    expect(findingsOf(body, 'audio_other_isrc')).toEqual([])
    expect(await countBlocks()).toBeLessThan(maxBlocks)
  })

  it('finds the ISRC that a recording already has, in another upload of the same audio too', async () => {
    const again = await fixture.audio({ pcmSha256: 'c0'.repeat(32) })
    for (const uploadId of [sharedUpload, again]) {
      const { body } = await create(uploadId, ['DEC992000009'])
      expect(findingsOf(body, 'audio_other_isrc')).toHaveLength(1)
      expect(findingsOf(body, 'isrc_other_audio')).toEqual([])
      expect(await countBlocks()).toBeLessThan(maxBlocks)
    }
  })

  it('finds nothing if ISRC and audio agree', async () => {
    const { body } = await create(numbered('D', 9), ['DEB990000009'])
    expect(findingsOf(body, 'audio_other_isrc')).toEqual([])
    expect(findingsOf(body, 'isrc_other_audio')).toEqual([])
  })
})
