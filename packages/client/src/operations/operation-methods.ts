import type { ApiPromise } from '../transport/api-promise.ts'
import type { RequestOptions } from '../transport/transport.ts'
import type { Input, OperationCaller } from './call-operation.ts'
import { type Body, type Endpoint, endpoints, type OfferedId, type Query, type Result } from './endpoints.ts'
import { type List, type PageOf, pagedList } from './paged-list.ts'

/**
 * The methods of a resource, made from the table of endpoints. An interface has their names and comments;
 * the compiler finds out whether an operation matches a method of the interface.
 */

/** The ids in a path, in its order. */
type PathIds<Path> = Path extends `${string}{${string}}${infer Rest}` ? [id: string, ...PathIds<Rest>] : []
type QueryInput<Id extends OfferedId> = string extends keyof Query<Id> ? [] : [query?: Query<Id>]
type Payload<Id extends OfferedId> = [Body<Id>] extends [undefined] ? QueryInput<Id> : [body: Body<Id>]
type Answer<T> = T extends PageOf<unknown> ? List<T> : ApiPromise<T>

/** An operation as a method: the ids of its path, its body or its query, options. */
type MethodOf<Id extends OfferedId> = (
  ...given: [...PathIds<Endpoint<Id>[1]>, ...Payload<Id>, options?: RequestOptions]
) => Answer<Result<Id>>

/** For each method the operations that match its type. */
type OperationIds<Resource> = {
  readonly [Name in keyof Resource]: {
    [Id in OfferedId]: MethodOf<Id> extends Resource[Name] ? Id : never
  }[OfferedId]
}

/** Makes methods of operations, named as the interface names them. */
export function operationMethods<Resource extends object>(
  call: OperationCaller,
  ids: OperationIds<Resource>,
): Resource {
  const methods = Object.entries<OfferedId>(ids).map(([name, id]) => [name, methodOf(call, id)])
  return Object.fromEntries(methods) as Resource
}

function methodOf(call: OperationCaller, id: OfferedId) {
  const [, path, , takes]: Endpoint = endpoints[id]
  const names = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name)
  return (...given: unknown[]) => {
    const params = Object.fromEntries(names.map((name, index) => [name, given[index]]))
    const rest = given.slice(names.length)
    const [payload, options] = (takes === undefined ? [undefined, ...rest] : rest) as [object?, RequestOptions?]
    const send = (input: object) => call(id, { params, ...input } as Input<OfferedId>, options)
    if (takes === 'page')
      return pagedList((cursor) => send({ query: { ...payload, ...cursor } }) as ApiPromise<PageOf<unknown>>)
    return send(takes === undefined ? {} : { [takes]: payload })
  }
}
