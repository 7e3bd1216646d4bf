import type * as contract from '@spindle/contract'
import type { BodyOf, Operation, ParamsOf, QueryOf, ResultOf } from '@spindle/contract'
import { endpointTable } from './endpoint-table.ts'

/**
 * What the client needs from the contract at run time: method, path and credential of each operation, and whether it
 * takes a body or a query. Everything else is types, so no schema reaches a bundle. `npm run gen` writes the table from the
 * contract, and the compiler compares the two.
 */

type Contract = typeof contract

/** The id of an operation of the contract. */
export type OperationId = {
  [Name in keyof Contract]: Contract[Name] extends Operation & { readonly id: Name } ? Name : never
}[keyof Contract]

type OperationOf<Id extends OperationId> = Contract[Id] extends Operation ? Contract[Id] : never

/** The same members, where undefined means the same as absent. */
export type AllowUndefined<T> = { [Name in keyof T]: undefined extends T[Name] ? T[Name] | undefined : T[Name] }

/** Parameters in the path of an operation. */
export type Params<Id extends OperationId> = ParamsOf<OperationOf<Id>>
/** Query parameters of an operation; one that is undefined is not sent. */
export type Query<Id extends OperationId> = AllowUndefined<QueryOf<OperationOf<Id>>>
/** JSON body of an operation. */
export type Body<Id extends OperationId> = BodyOf<OperationOf<Id>>
/** JSON answer of an operation; `undefined` if it has none. */
export type Result<Id extends OperationId> = ResultOf<OperationOf<Id>>

/** The operations without a method of the client; a test lists each with the reason. */
export const unofferedIds = [
  'registerAgent',
  'storeUpload',
  'getSignedAudio',
  'getSignedCover',
] as const satisfies readonly OperationId[]
/** The operations that are methods of the client. */
export type OfferedId = Exclude<OperationId, (typeof unofferedIds)[number]>

/**
 * Method, path template and credential of one operation, and what it takes beside ids. A page is requested by the
 * query.
 */
export type Endpoint<Id extends OperationId = OperationId> = readonly [
  method: OperationOf<Id>['method'],
  path: OperationOf<Id>['path'],
  auth: OperationOf<Id>['auth'],
  takes?: 'body' | 'query' | 'page',
]

/** The operations whose bytes may be in another place than the hub. */
export const elsewhereIds: ReadonlySet<OperationId> = new Set(['getTrackAudio', 'getUploadAudio'])

/** Where each operation is, and what it takes. If the compiler misses a property here, run `npm run gen`. */
export const endpoints: { readonly [Id in OfferedId]: Endpoint<Id> } = endpointTable
