import { AppError } from '@spindle/contract'
import type { MessageState } from '@spindle/contract/console'
import { pageOf } from '../../http/responses/page-of.ts'
import type { DiskReserve } from '../../platform/blobs/disk-reserve.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Sql } from '../../platform/database/sql.ts'
import type { Log } from '../../platform/logging/log.ts'
import type { Ids } from '../../platform/values/ids.ts'
import type { FormValues } from './contact-form.ts'
import {
  type ContactMessage,
  countMessages,
  deleteMessages,
  findMessage,
  insertMessage,
  listMessages,
  type MessageChange,
  type MessageQuery,
  updateMessage,
} from './contact-queries.ts'

export interface ContactService {
  /** Keeps what a person wrote. Throws `storage_full`. */
  receive(values: FormValues): Promise<void>
  /** What people wrote, newest first, for the operator. `next` is the `after` of the next page. */
  list(query: MessageQuery): Promise<ContactPage>
  /** In this state, or in any. */
  count(state?: MessageState): Promise<number>
  /** Throws `message_not_found`. */
  get(id: string): Promise<ContactMessage>
  /** Inside a transaction of the caller. Throws `message_not_found`. */
  updateIn(sql: Sql, id: string, change: MessageChange): Promise<ContactMessage>
  /** Deletes these messages for good and answers how many there were. */
  delete(ids: readonly string[]): Promise<number>
}

interface ContactPage {
  readonly messages: readonly ContactMessage[]
  readonly next: string | undefined
}

export function contactService({
  database,
  ids,
  clock,
  log,
  diskReserve,
}: {
  readonly database: Database
  readonly ids: Ids
  readonly clock: Clock
  readonly log: Log
  readonly diskReserve: Pick<DiskReserve, 'requireRoom'>
}): ContactService {
  return {
    async receive({ organisation, ...values }) {
      await diskReserve.requireRoom()
      const id = ids.make('msg')
      await insertMessage(database.system, {
        ...values,
        id,
        organisation: organisation === '' ? null : organisation,
        createdAt: new Date(clock.now()),
      })
      // The operator learns that a message arrived; its content and sender stay in the database.
      log.info('contact.received', { id })
    },
    delete: (ids) => deleteMessages(database.system, ids),
    count: (state) => countMessages(database.system, state),
    get: async (id) => required(await findMessage(database.system, id)),
    updateIn: async (sql, id, change) => required(await updateMessage(sql, id, change)),
    async list({ limit, ...query }) {
      const rows = await listMessages(database.system, { ...query, limit: limit + 1 })
      const { data, next } = pageOf(rows, { limit }, ({ id }) => id)
      return { messages: data, next: next ?? undefined }
    },
  }
}

function required(message: ContactMessage | undefined): ContactMessage {
  if (!message) throw new AppError('message_not_found')
  return message
}
