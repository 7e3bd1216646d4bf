import type {
  NewTransfer,
  Transfer,
  TransferMark,
  TransferMarked,
  TransferPatch,
  TransferProgress,
} from '@spindle/contract'
import type { OperationCaller } from '../operations/call-operation.ts'
import type { Query, Result } from '../operations/endpoints.ts'
import { operationMethods } from '../operations/operation-methods.ts'
import type { List } from '../operations/paged-list.ts'
import { type WaitOptions, waitUntil } from '../operations/wait-until.ts'
import type { ApiPromise } from '../transport/api-promise.ts'
import type { RequestOptions } from '../transport/transport.ts'

type ListQuery = Omit<Query<'listTransfers'>, 'cursor'>
type ReleasesQuery = Omit<Query<'listTransferReleases'>, 'cursor'>

/** Transfers of a catalog from another distributor: what differs, and how far each store is. */
export interface Transfers {
  /** Takes the catalog as the old distributor exports it. No release is changed. */
  create(body: NewTransfer, options?: RequestOptions): ApiPromise<Transfer>
  /** Transfers, newest first. */
  list(query?: ListQuery, options?: RequestOptions): List<Result<'listTransfers'>>
  /** One transfer with its progress at this moment. */
  get(transferId: string, options?: RequestOptions): ApiPromise<TransferProgress>
  /** Changes the deadline, the stores or the names. Members that are left out stay as they are. */
  update(transferId: string, body: TransferPatch, options?: RequestOptions): ApiPromise<Transfer>
  /** Deletes a transfer with its marks. Releases and deliveries stay. */
  delete(transferId: string, options?: RequestOptions): ApiPromise<undefined>
  /** Its releases with what differs and how far each store is, in the order of the table. */
  releases(transferId: string, query?: ReleasesQuery, options?: RequestOptions): List<Result<'listTransferReleases'>>
  /** Marks the old copies of releases at a store as down, or with `oldIsDown: false` as still up. */
  mark(transferId: string, body: TransferMark, options?: RequestOptions): ApiPromise<TransferMarked>
  /** Waits until its table was read, or refused. */
  waitFor(transferId: string, options?: WaitOptions): Promise<TransferProgress>
}

/** `client.transfers`. */
export function transfersResource(call: OperationCaller): Transfers {
  const methods = operationMethods<Omit<Transfers, 'waitFor'>>(call, {
    create: 'createTransfer',
    list: 'listTransfers',
    get: 'getTransfer',
    update: 'updateTransfer',
    delete: 'deleteTransfer',
    releases: 'listTransferReleases',
    mark: 'markTransferReleases',
  })
  return {
    ...methods,
    waitFor: (transferId, options = {}) =>
      waitUntil({
        what: `Transfer ${transferId}`,
        read: () => methods.get(transferId, { signal: options.signal }),
        targets: ['ready', 'refused'],
        deadEnds: [],
        options,
      }),
  }
}
