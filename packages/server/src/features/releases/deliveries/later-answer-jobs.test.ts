import { describe, expect, it } from 'vitest'
import type { TenantTransaction } from '../../../platform/database/sql.ts'
import { silentLog } from '../../../platform/logging/log.ts'
import { type LaterAnswer, type OutletAdapter, OutletFailure } from '../../outlets/index.ts'
import { type LaterAnswerOptions, laterAnswerJobs } from './later-answer-jobs.ts'

const now = Date.parse('2026-05-01T00:00:00.000Z')

/** Three stores: one has had no message for a long time, and one cannot answer later. */
function setUp({ isHeld = false, said = async (): Promise<LaterAnswer[]> => [], isPaused = false } = {}) {
  const enqueued: unknown[] = []
  const read: string[] = []
  const sinces: number[] = []
  const adapter = {
    readLaterAnswers: async (outletId: string) => {
      read.push(outletId)
      return said()
    },
  } as unknown as OutletAdapter
  const options = {
    isHeld: async () => isHeld,
    clock: { now: () => now },
    log: silentLog,
    jobs: { enqueue: async (_trx: unknown, _job: unknown, ...what: unknown[]) => void enqueued.push(what) },
    database: {
      transaction: (work: (trx: unknown) => unknown) => work({}),
      // Of deliveries that no longer exist.
      tenantTransaction: (accountId: string, work: (trx: unknown) => unknown) =>
        accountId === 'acc_broken'
          ? Promise.reject(new Error('the connection was lost'))
          : work({ readRow: async () => undefined }),
    },
    outlets: {
      list: () => [
        { id: 'served', name: 'Served', kind: 'folder', isPaused },
        { id: 'idle', name: 'Idle', kind: 'folder' },
        { id: 'site', name: 'Site', kind: 'property' },
      ],
      adapterOf: (kind: string) => (kind === 'folder' ? adapter : ({} as OutletAdapter)),
      listServedSince: async (sinceMs: number) => {
        sinces.push(sinceMs)
        return ['served', 'site']
      },
    },
  } as unknown as LaterAnswerOptions
  const run = async (name: string, payload: object = {}): Promise<void> => {
    await laterAnswerJobs(options)
      .find(({ job }) => job.name === name)
      ?.handle(payload)
  }
  return { run, enqueued, read, sinces }
}

describe('the reading of later answers', () => {
  it('is enqueued for each store that was served in the last 90 days, in its own queue', async () => {
    const { run, enqueued, sinces } = setUp()
    await run('sweepLaterAnswers')
    expect(sinces).toEqual([Date.parse('2026-01-31T00:00:00.000Z')])
    expect(enqueued).toEqual([
      [{ outletId: 'served' }, { key: 'later-answers:served', queue: 'outlet:served', priority: -1, maxAttempts: 1 }],
    ])
  })

  it('waits while a restored hub is held, and while the store is paused', async () => {
    const held = setUp({ isHeld: true })
    await held.run('sweepLaterAnswers')
    await held.run('readLaterAnswers', { outletId: 'served' })
    const paused = setUp({ isPaused: true })
    await paused.run('readLaterAnswers', { outletId: 'served' })
    await paused.run('readLaterAnswers', { outletId: 'unknown' })
    expect([held.enqueued, held.read, paused.read]).toEqual([[], [], []])
  })

  it('ends without an error when the store cannot be reached', async () => {
    const { run, read } = setUp({ said: () => Promise.reject(new OutletFailure('outlet_paused', 'Not let in.')) })
    await run('readLaterAnswers', { outletId: 'served' })
    expect(read).toEqual(['served'])
  })

  it('applies the answers of others when that of one account fails', async () => {
    const saved: string[] = []
    const answer = (accountId: string): LaterAnswer => ({
      accountId: accountId as LaterAnswer['accountId'],
      deliveryId: 'dlv_1',
      round: 0,
      purpose: 'offer',
      outcome: { result: 'accepted', refusedTracks: [] },
      revisionBefore: null,
      save: async (_trx: Pick<TenantTransaction, 'row'>) => void saved.push(accountId),
    })
    const { run } = setUp({ said: async () => ['acc_1', 'acc_broken', 'acc_2'].map(answer) })
    await run('readLaterAnswers', { outletId: 'served' })
    expect(saved).toEqual(['acc_1', 'acc_2'])
  })
})
