import { takeTurn } from '../../src/features/bulk/take-turn.ts'
import { silentLog } from '../../src/platform/logging/log.ts'
import type { JsonAnswer, TestHub } from './hub.ts'
import type { ReleaseFixture } from './releases.ts'
import { sharedReleaseHub } from './shared-hub.ts'

/** Bulk jobs of a separate account, on a hub without workers: they wait until a test takes their turns. */

export const bulkPath = '/api/v1/distributor/bulk'
export const unknownBulk = 'blk_01JD3MZ6V8Q4W9X2K7N5T0RHYB'

export interface BulkAccount {
  readonly hub: TestHub
  readonly fixture: ReleaseFixture
  readonly key: string
  /** `rest` is the end of the path. */
  ask(rest?: string): Promise<JsonAnswer>
  start(body: object, headers?: Record<string, string>): Promise<JsonAnswer>
  /** POST to the job: pause, resume, cancel, undo. */
  act(bulkId: string, what: string): Promise<JsonAnswer>
  /** One turn of the account, as the hub takes it: at most 20 releases. */
  turn(): Promise<void>
  /** Takes turns until no job of the account runs. */
  finish(): Promise<void>
  /** Starts a job, finishes it, and returns it with its releases. */
  run(body: object): Promise<FinishedBulk>
  outcomes(bulkId: string, query?: string): Promise<JsonAnswer['body'][]>
  /** Ids of new releases. */
  releases(count: number, changes?: object): Promise<string[]>
}

export interface FinishedBulk {
  readonly job: JsonAnswer['body']
  readonly releases: JsonAnswer['body'][]
}

export async function openBulkAccount(): Promise<BulkAccount> {
  const { hub, fixture } = await sharedReleaseHub()
  return bulkAccount(hub, fixture)
}

export function bulkAccount(hub: TestHub, fixture: ReleaseFixture): BulkAccount {
  const { key, account } = fixture
  const { accountId } = account
  const ask: BulkAccount['ask'] = (rest = '') => hub.json('GET', `${bulkPath}${rest}`, { key })
  const take = takeTurn({
    database: hub.opened.database,
    jobs: { enqueue: async () => {} },
    clock: hub.hub.http.clock,
    log: silentLog,
    quotas: { requireQuotaRoughly: async () => {} },
    isSuspended: async () => false,
    releases: hub.hub.releases,
  })
  const isRunning = async (): Promise<boolean> =>
    (await ask()).body.data.some(({ status }: { status: string }) => status === 'running')
  const finish = async (): Promise<void> => {
    while (await isRunning()) await take({ accountId })
  }
  const outcomes: BulkAccount['outcomes'] = async (bulkId, query = '?limit=100') =>
    (await ask(`/${bulkId}/releases${query}`)).body.data
  const start: BulkAccount['start'] = (body, headers) => fixture.post(bulkPath, body, headers)
  return {
    hub,
    fixture,
    key,
    ask,
    start,
    outcomes,
    finish,
    act: (bulkId, what) => fixture.post(`${bulkPath}/${bulkId}/${what}`),
    turn: () => take({ accountId }),
    async run(body) {
      const started = await start(body)
      if (started.status !== 202) throw new Error(`no bulk job: ${JSON.stringify(started.body)}`)
      const { id } = started.body
      await finish()
      return { job: (await ask(`/${id}`)).body, releases: await outcomes(id) }
    },
    async releases(count, changes = {}) {
      const ids: string[] = []
      for (let made = 0; made < count; made++) {
        const { status, body } = await fixture.release(changes)
        if (status !== 201) throw new Error(`no release: ${JSON.stringify(body)}`)
        ids.push(body.id)
      }
      return ids
    },
  }
}
