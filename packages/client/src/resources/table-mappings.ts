import type { KeptTableMapping, TableMapping } from '@spindle/contract'
import type { OperationCaller } from '../operations/call-operation.ts'
import type { Query, Result } from '../operations/endpoints.ts'
import { operationMethods } from '../operations/operation-methods.ts'
import type { List } from '../operations/paged-list.ts'
import type { ApiPromise } from '../transport/api-promise.ts'
import type { RequestOptions } from '../transport/transport.ts'

type ListQuery = Omit<Query<'listTableMappings'>, 'cursor'>

/** What the columns of tables mean, kept by name: `tableImports.create` takes the name as `mappingName`. */
export interface TableMappings {
  /** Mappings, by name. */
  list(query?: ListQuery, options?: RequestOptions): List<Result<'listTableMappings'>>
  /** One mapping. */
  get(mappingName: string, options?: RequestOptions): ApiPromise<KeptTableMapping>
  /** Keeps a mapping by name, or replaces it. */
  keep(mappingName: string, body: TableMapping, options?: RequestOptions): ApiPromise<KeptTableMapping>
  /** Deletes a mapping. Imports keep their copies. */
  delete(mappingName: string, options?: RequestOptions): ApiPromise<undefined>
}

/** `client.tableMappings`. */
export const tableMappingsResource = (call: OperationCaller): TableMappings =>
  operationMethods<TableMappings>(call, {
    list: 'listTableMappings',
    get: 'getTableMapping',
    keep: 'keepTableMapping',
    delete: 'deleteTableMapping',
  })
