import type { LiveEvent, PageQuery } from '@spindle/contract'
import type { OperationCaller } from '../operations/call-operation.ts'
import type { AllowUndefined, Result } from '../operations/endpoints.ts'
import { operationMethods } from '../operations/operation-methods.ts'
import type { List } from '../operations/paged-list.ts'
import type { RequestOptions } from '../transport/transport.ts'
import { followEvents, type StreamOptions } from './follow-events.ts'

/** What happens in the account. */
export interface Events {
  /**
   * Changes as they happen, without end: `for await (const { event, data } of client.events.stream())`. After a lost
   * connection it continues after the last event; a `reset` says that some were missed. Ends with the signal, or with
   * an error that another attempt would not change.
   */
  stream(options?: StreamOptions): AsyncIterable<LiveEvent>
  /** What happened to all releases, newest first. */
  list(query?: AllowUndefined<PageQuery>, options?: RequestOptions): List<Result<'listActivity'>>
}

/** `client.events`. */
export const eventsResource = (call: OperationCaller): Events => ({
  ...operationMethods<Pick<Events, 'list'>>(call, { list: 'listActivity' }),
  stream: (options = {}) => followEvents<LiveEvent>(call, 'streamEvents', options),
})
