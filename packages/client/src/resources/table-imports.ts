import type { NewTableImport, TableImport } from '@spindle/contract'
import type { OperationCaller } from '../operations/call-operation.ts'
import type { Query, Result } from '../operations/endpoints.ts'
import { operationMethods } from '../operations/operation-methods.ts'
import type { List } from '../operations/paged-list.ts'
import { type WaitOptions, waitUntil } from '../operations/wait-until.ts'
import type { ApiPromise } from '../transport/api-promise.ts'
import type { RequestOptions } from '../transport/transport.ts'
import { mediaHeaders } from './media-headers.ts'

type ListQuery = Omit<Query<'listTableImports'>, 'cursor'>
type ReleasesQuery = Omit<Query<'listTableImportReleases'>, 'cursor'>

/** Tables of releases (csv, tsv, xlsx) that become drafts. */
export interface TableImports {
  /** Submits a table in base64. The hub reads it a little later: `waitFor` returns the result. */
  create(body: NewTableImport, options?: RequestOptions): ApiPromise<TableImport>
  /** Imports of tables, newest first. */
  list(query?: ListQuery, options?: RequestOptions): List<Result<'listTableImports'>>
  /** One import with its progress. */
  get(tableImportId: string, options?: RequestOptions): ApiPromise<TableImport>
  /** The releases of a table with their outcomes, in its order. */
  listOutcomes(
    tableImportId: string,
    query?: ReleasesQuery,
    options?: RequestOptions,
  ): List<Result<'listTableImportReleases'>>
  /** The rows with errors as CSV, with a column of reasons. Not read yet; the caller reads or cancels it. */
  getErrors(tableImportId: string, options?: RequestOptions): ApiPromise<Response>
  /** Attaches uploads to the tracks that wait for them. */
  attachMasters(tableImportId: string, options?: RequestOptions): ApiPromise<TableImport>
  /** Deletes the drafts that only this import has written. */
  undo(tableImportId: string, options?: RequestOptions): ApiPromise<TableImport>
  /** Waits until the import is done, refused or undone; throws `WaitError` when the time is over. */
  waitFor(
    tableImportId: string,
    options?: WaitOptions & { readonly onProgress?: (table: TableImport) => void },
  ): Promise<TableImport>
}

type Methods = Pick<TableImports, 'create' | 'list' | 'get' | 'listOutcomes' | 'attachMasters' | 'undo'>

/** `client.tableImports`. */
export function tableImportsResource(call: OperationCaller): TableImports {
  const methods = operationMethods<Methods>(call, {
    create: 'createTableImport',
    list: 'listTableImports',
    get: 'getTableImport',
    listOutcomes: 'listTableImportReleases',
    attachMasters: 'attachMasters',
    undo: 'undoTableImport',
  })
  return {
    ...methods,
    getErrors: (tableImportId, options) =>
      call.raw('getTableImportErrors', { params: { tableImportId }, headers: mediaHeaders(undefined) }, options),
    waitFor: (tableImportId, { onProgress, ...options } = {}) =>
      waitUntil({
        what: `Import ${tableImportId}`,
        async read() {
          const table = await methods.get(tableImportId, { signal: options.signal })
          onProgress?.(table)
          return table
        },
        targets: ['done', 'refused', 'undone'],
        deadEnds: [],
        options,
      }),
  }
}
