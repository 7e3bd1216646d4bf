import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Environment } from '../../src/config/reader.ts'
import { createTestAccount, type TestAccount } from './accounts.ts'
import { atEnd } from './cleanup.ts'
import { startTestHub, type TestHub } from './hub.ts'
import { createLiveRelease, type LiveRelease, takeDown } from './live-releases.ts'
import { createRandom, seedFromEnvironment } from './random.ts'
import { startSecondNode } from './second-node.ts'

const tokens = { 'site-a': 'a'.repeat(32), 'site-b': 'b'.repeat(32) }
const noon = Date.parse('2026-05-20T12:00:00Z')

type Property = keyof typeof tokens

/**
 * The requirements of every ledger of plays, tested from outside: through two nodes of one hub, with literal answers.
 */
export function describeLedger(name: string, ledger: Environment): void {
  describe(`${name}, as a ledger of plays`, () => {
    let nodes: readonly [TestHub, TestHub]
    let archive: string
    let now = noon
    let account: TestAccount
    let release: LiveRelease
    beforeAll(async () => {
      archive = await mkdtemp(join(tmpdir(), 'plays-'))
      atEnd(() => rm(archive, { recursive: true, force: true }))
      const options = {
        role: 'api' as const,
        environment: {
          SPINDLE_INTEGRATION_TOKENS: Object.entries(tokens)
            .map((entry) => entry.join('='))
            .join(','),
          SPINDLE_PLAYS_RETENTION_DAYS: '30',
          SPINDLE_PLAYS_EXPORT_DIR: archive,
          ...ledger,
        },
        overrides: { clock: { now: () => now } },
      }
      const first = await startTestHub(options)
      nodes = [first, await startSecondNode(first, options)]
    })
    const settle = () => nodes[1].hub.plays.fold()
    const newcomer = async (title: string) => {
      account = await createTestAccount(nodes[0], title)
      const { accountId } = account
      release = await createLiveRelease(nodes[0], { accountId, title, properties: ['site-a', 'site-b'] })
    }
    const play = (id: string, at: string, members: object = {}) => ({
      id,
      trackId: release.trackIds[0],
      at,
      ...members,
    })
    const report = async (body: readonly object[], { property = 'site-a' as Property, node = 0 as 0 | 1 } = {}) => {
      const answer = await nodes[node].json('POST', '/api/integration/plays', { bearer: tokens[property], body })
      expect(answer.status).toBe(200)
      expect(answer.body.refused).toEqual([])
      expect(answer.body.accepted + answer.body.duplicates).toBe(body.length)
    }
    const ask = async (query = '') => {
      const path = `/api/v1/distributor/analytics?from=2026-04-21&to=2026-05-20&metrics=streams,playedMs&${query}`
      const { body } = await nodes[0].json('GET', path, { key: await account.key() })
      return { totals: body.totals, rows: body.data.map(rowOf) }
    }
    const keepPlays = async () => {
      for (const { job, handle } of nodes[1].hub.plays.jobs ?? []) if (job.name === 'keepPlays') await handle({})
    }

    it('counts a play once, within a batch, across batches and across nodes', async () => {
      await newcomer('Once')
      const one = play('one', '2026-05-18T10:00:00Z', { territory: 'DE', playedMs: 1000 })
      const two = play('two', '2026-05-18T11:00:00Z', { territory: 'FR' })
      await report([one, one, two])
      await settle()
      await report([two, one], { node: 1 })
      await Promise.all([report([one, two]), report([two], { node: 1 }), report([one, one])])
      await settle()
      await settle()
      expect(await ask('groupBy=territory')).toEqual({
        totals: { streams: 2, playedMs: 1000 },
        rows: ['2026-05-18 DE 1 1000', '2026-05-18 FR 1 -'],
      })
    })

    it('takes the same id for another play at another property, and on another day', async () => {
      await newcomer('Names')
      await report([play('same', '2026-05-18T10:00:00Z')])
      await report([play('same', '2026-05-18T10:00:00Z')], { property: 'site-b', node: 1 })
      await report([play('same', '2026-05-17T10:00:00Z')])
      await settle()
      expect((await ask('groupBy=property')).rows).toEqual([
        '2026-05-17 site-a 1 -',
        '2026-05-18 site-a 1 -',
        '2026-05-18 site-b 1 -',
      ])
    })

    it('puts a play into the day of its instant, in UTC', async () => {
      await newcomer('Borders')
      await report([
        play('last', '2026-05-16T23:59:59.999Z'),
        play('first', '2026-05-17T00:00:00.000Z'),
        play('east', '2026-05-17T01:30:00+02:00'),
        play('west', '2026-05-16T23:30:00-01:00'),
      ])
      await settle()
      expect((await ask()).rows).toEqual(['2026-05-16 2 -', '2026-05-17 2 -'])
    })

    it('counts what comes late into its day, as long as raw plays are kept', async () => {
      await newcomer('Late')
      await report([play('early', '2026-05-02T10:00:00Z'), play('early too', '2026-05-02T11:00:00Z')])
      await settle()
      await report([
        play('late', '2026-05-02T12:00:00Z', { source: 'radio', playedMs: 70 }),
        play('early', '2026-05-02T10:00:00Z'),
        play('oldest', '2026-04-21T00:00:00Z'),
      ])
      await settle()
      expect((await ask('groupBy=source')).rows).toEqual([
        '2026-04-21 null 1 -',
        '2026-05-02 null 2 -',
        '2026-05-02 radio 1 70',
      ])
    })

    it('counts exactly if plays arrive twice, in any order, batches and pauses', async () => {
      await newcomer('Shuffled')
      const random = createRandom(seedFromEnvironment()).fork('ledger')
      const plays = Array.from({ length: 600 }, (_, index) => {
        const day = 5 + (index % 3)
        return play(`"${index}" \\ '${index}'`, `2026-05-0${day}T0${index % 10}:00:00Z`, { playedMs: index })
      })
      const sent = [...plays, ...plays].sort(() => random.integer(-1, 1))
      while (sent.length > 0) {
        const node = random.pick([0, 1] as const)
        await Promise.all([
          report(sent.splice(0, random.integer(1, 300)), { node }),
          report(sent.splice(0, random.integer(1, 50))),
          random.chance(0.3) ? settle() : undefined,
        ])
      }
      await settle()
      expect(await ask()).toEqual({
        totals: { streams: 600, playedMs: 179_700 },
        rows: ['2026-05-05 200 59700', '2026-05-06 200 59900', '2026-05-07 200 60100'],
      })
    })

    it('exports the days that are over, without those of an erased account', async () => {
      await newcomer('Gone')
      await report([play('gone', '2026-05-10T10:00:00Z')])
      const { accountId } = account
      const { releaseId } = release
      await newcomer('Stays')
      await report([
        play('stays', '2026-05-10T10:00:00.250Z', {
          territory: 'DE',
          source: 'radio',
          model: 'free',
          playedMs: 31_000,
        }),
        play('bare', '2026-05-10T11:00:00Z'),
      ])
      await settle()
      for (const property of ['site-a', 'site-b']) await takeDown(nodes[0], { accountId, releaseId, property })
      await nodes[0].opened.database.system.execute(
        `update deliveries set status = 'taken_down', live_revision = null where release_id = $1`,
        [releaseId],
      )
      await nodes[0].opened.database.system.execute('update accounts set suspended_at = now() where id = $1', [
        accountId,
      ])
      const erasing = { accountId, confirm: 'Gone', onProgress() {} }
      expect(await nodes[0].hub.portability.eraseAccount(erasing)).toMatchObject({ name: 'Gone' })
      await keepPlays()
      const [trackId] = release.trackIds
      expect(await readExport(archive, '2026-05-10')).toEqual([
        ['site-a', 'bare', 1_778_410_800_000, account.accountId, release.releaseId, trackId, null, null, null, null],
        [
          ...['site-a', 'stays', 1_778_407_200_250, account.accountId, release.releaseId, trackId],
          ...['DE', 'radio', 'free', 31_000],
        ],
      ])
      expect(await ask()).toMatchObject({ totals: { streams: 2, playedMs: 31_000 } })
      expect((await readdir(archive)).includes('plays-2026-05-18.json')).toBe(false)
    })

    it('drops raw plays when their time is over, keeps their numbers and exports what came last', async () => {
      await newcomer('Old')
      await report([play('old', '2026-04-22T10:00:00Z')])
      await settle()
      await keepPlays()
      await report([play('old', '2026-04-22T10:00:00Z'), play('older', '2026-04-22T09:00:00Z')], { node: 1 })
      now = Date.parse('2026-05-23T00:00:00Z')
      await keepPlays()
      await settle()
      expect(await readExport(archive, '2026-04-22')).toHaveLength(2)
      expect(JSON.parse(await readFile(join(archive, 'plays-2026-04-22.json'), 'utf8'))).toMatchObject({ rows: 2 })
      await rm(join(archive, 'plays-2026-04-22.json'))
      await keepPlays()
      expect(await readdir(archive)).not.toContain('plays-2026-04-22.json')
      expect(await ask()).toEqual({ totals: { streams: 2 }, rows: ['2026-04-22 2 -'] })
      const again = await nodes[0].json('POST', '/api/integration/plays', {
        bearer: tokens['site-a'],
        body: [play('old', '2026-04-22T10:00:00Z')],
      })
      expect(again.body).toMatchObject({ accepted: 0, refused: [{ id: 'old', code: 'too_old' }] })
    })
  })
}

interface Row {
  readonly date: string
  readonly group: Readonly<Record<string, string | null>>
  readonly metrics: { readonly streams: number; readonly playedMs?: number }
}

const rowOf = ({ date, group, metrics: { streams, playedMs } }: Row): string =>
  [date, ...Object.values(group).map(String), streams, playedMs ?? '-'].join(' ')

/** Read by an independent program. */
async function readExport(folder: string, day: string): Promise<readonly unknown[]> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  try {
    const reader = await connection.runAndReadAll(
      `select property, id, epoch_ms("at")::double, account_id, release_id, track_id, territory, source, model, played_ms
       from read_parquet('${join(folder, `plays-${day}.parquet`)}') order by property, id collate "binary"`,
    )
    return reader.getRows()
  } finally {
    connection.closeSync()
  }
}
