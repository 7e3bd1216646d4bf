import type { Bulk, NewBulk } from '@spindle/contract'
import type { OperationCaller } from '../operations/call-operation.ts'
import type { Query, Result } from '../operations/endpoints.ts'
import { operationMethods } from '../operations/operation-methods.ts'
import type { List } from '../operations/paged-list.ts'
import { type WaitOptions, waitUntil } from '../operations/wait-until.ts'
import type { ApiPromise } from '../transport/api-promise.ts'
import type { RequestOptions } from '../transport/transport.ts'

type ListQuery = Omit<Query<'listBulks'>, 'cursor'>
type ReleasesQuery = Omit<Query<'listBulkReleases'>, 'cursor'>

/** Bulk jobs: one action for many releases, with the outcome of each. */
export interface BulkJobs {
  /** Starts a job. With `dryRun` nothing is changed; a takedown takes `expectedCount`. */
  create(body: NewBulk, options?: RequestOptions): ApiPromise<Bulk>
  /** Bulk jobs, newest first; they are kept for 30 days after their end. */
  list(query?: ListQuery, options?: RequestOptions): List<Result<'listBulks'>>
  /** One job with its progress. */
  get(bulkId: string, options?: RequestOptions): ApiPromise<Bulk>
  /** The outcome of each release, in the order of the job. */
  listOutcomes(bulkId: string, query?: ReleasesQuery, options?: RequestOptions): List<Result<'listBulkReleases'>>
  /** Pauses it after the release that is being done. */
  pause(bulkId: string, options?: RequestOptions): ApiPromise<Bulk>
  /** Resumes a paused job. */
  resume(bulkId: string, options?: RequestOptions): ApiPromise<Bulk>
  /** Ends it after the release that is being done. What was done stays. */
  cancel(bulkId: string, options?: RequestOptions): ApiPromise<Bulk>
  /** Starts a job that brings the values back that an ended job replaced. */
  undo(bulkId: string, options?: RequestOptions): ApiPromise<Bulk>
  /** Waits until the job has ended; throws `WaitError` if it is paused, or when the time is over. */
  waitFor(bulkId: string, options?: WaitOptions): Promise<Bulk>
}

/** `client.bulk`. */
export function bulkResource(call: OperationCaller): BulkJobs {
  const methods = operationMethods<Omit<BulkJobs, 'waitFor'>>(call, {
    create: 'createBulk',
    list: 'listBulks',
    get: 'getBulk',
    listOutcomes: 'listBulkReleases',
    pause: 'pauseBulk',
    resume: 'resumeBulk',
    cancel: 'cancelBulk',
    undo: 'undoBulk',
  })
  return {
    ...methods,
    waitFor: (bulkId, options = {}) =>
      waitUntil({
        what: `Bulk job ${bulkId}`,
        read: () => methods.get(bulkId, { signal: options.signal }),
        targets: ['completed', 'cancelled'],
        deadEnds: ['paused'],
        options,
      }),
  }
}
