import { createHash } from 'node:crypto'
import type { AccountId } from '../../src/platform/values/ids.ts'
import type { JsonAnswer, TestHub } from './hub.ts'

/** Messages to stores, written directly to the table, as a delivery leaves them, without a store. */

export interface RecordedMessage {
  readonly accountId: AccountId
  /** A submitted release: the message belongs to its first delivery. */
  readonly release: JsonAnswer['body']
  readonly xml: string
  /** Each message of a delivery is later than the previous one. */
  readonly round?: number
  readonly purpose?: 'offer' | 'takedown'
  readonly createdAt?: string
  readonly sentAt?: string | null
  /** The store's acknowledgements. */
  readonly answer?: { readonly status: string; readonly text: string }
}

/** Returns the id of the message. */
export async function recordMessage(hub: TestHub, message: RecordedMessage): Promise<`msg_${string}`> {
  const { accountId, release, xml, round = 1, purpose = 'offer', answer } = message
  const { createdAt = '2026-03-01T10:00:00.000Z', sentAt = '2026-03-01T10:00:05.000Z' } = message
  const [delivery] = release.deliveries
  const id = hub.hub.http.ids.make('msg')
  await hub.opened.database.tenantTransaction(accountId, (trx) =>
    trx.execute(
      `insert into store_messages (account_id, id, delivery_id, round, release_id, outlet_id, revision, purpose, batch,
                                   xml, sha256, files, provides, created_at, sent_at, answer)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, '', true, $12, $13, $14)`,
      [
        id,
        delivery.id,
        round,
        release.id,
        delivery.outlet.id,
        release.revision,
        purpose,
        Date.parse(createdAt),
        xml,
        createHash('sha256').update(xml).digest(),
        createdAt,
        sentAt,
        answer === undefined ? null : JSON.stringify(answer),
      ],
    ),
  )
  return id
}
