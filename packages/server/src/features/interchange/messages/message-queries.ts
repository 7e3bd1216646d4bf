import type { PageRequest } from '../../../http/responses/handler-response.ts'
import { type Cut, cutToPage } from '../../../platform/database/page-budget.ts'
import type { Sql, Tenant, TenantTransaction } from '../../../platform/database/sql.ts'
import type { AccountId } from '../../../platform/values/ids.ts'
import { takedownAccepted } from '../packages/answer-outcome.ts'
import type { Answer } from '../packages/mailbox.ts'

/** A message as it was made for a store, and what became of it. */
export interface MessageRecord {
  readonly id: string
  readonly deliveryId: string
  readonly round: number
  readonly releaseId: string
  readonly outletId: string
  readonly revision: number
  readonly purpose: 'offer' | 'takedown'
  /** Milliseconds since 1970. */
  readonly batch: number
  readonly xml: string
  /** Hexadecimal, of the XML as UTF-8. */
  readonly sha256: string
  /** Digests of the files it names. */
  readonly files: string
  readonly provides: boolean
  readonly createdAt: Date
  /** Since when the package may be whole at the store; null before what makes it whole was to be written. */
  readonly completingAt: Date | null
  readonly sentAt: Date | null
  readonly answer: StoredAnswer | null
}

/** Older ones lack the name of their file. */
export type StoredAnswer = Omit<Answer, 'file'> & Partial<Pick<Answer, 'file'>>

const columns = `id, delivery_id as "deliveryId", round, release_id as "releaseId", outlet_id as "outletId", revision,
  purpose, batch::float8 as batch, xml, encode(sha256, 'hex') as sha256, files, provides, created_at as "createdAt",
  completing_at as "completingAt", sent_at as "sentAt", answer`

export const findMessage = (sql: Tenant, deliveryId: string, round: number): Promise<MessageRecord | undefined> =>
  sql.readRow(`select ${columns} from store_messages where account_id = $1 and delivery_id = $2 and round = $3`, [
    deliveryId,
    round,
  ])

/** What a message that was sent to a store means for what the store has. */
export type LeftMessage = Pick<
  MessageRecord,
  'id' | 'purpose' | 'revision' | 'files' | 'provides' | 'sentAt' | 'answer'
>

const ofLeft = 'id, purpose, revision, files, provides, sent_at as "sentAt", answer'

/**
 * Left out is what means nothing for the store: messages of another hub, and takedowns that the store refused, of which
 * there may be any number. `words` is the parameter with the answers that accept a takedown.
 */
const saysSomething = (words: string): string =>
  `sent_at is not null and not is_foreign
     and (purpose = 'offer' or answer is null or answer ->> 'status' = any(${words}))`

/** What left for the store before a round, the newest first. */
export const findLeftBefore = (sql: Tenant, deliveryId: string, round: number): Promise<LeftMessage[]> =>
  sql.readRows(
    `select ${ofLeft} from store_messages
     where account_id = $1 and delivery_id = $2 and round < $3 and ${saysSomething('$4')}
     order by round desc limit 1000`,
    [deliveryId, round, takedownAccepted],
  )

/** Whether a newer round has its message, so that this one is never sent any more. */
export const isReplaced = async (sql: Tenant, deliveryId: string, round: number): Promise<boolean> =>
  (await sql.readRow('select 1 from store_messages where account_id = $1 and delivery_id = $2 and round > $3 limit 1', [
    deliveryId,
    round,
  ])) !== undefined

/** Those that were begun and never sent: they are no longer needed. */
export const findUnsentBefore = (sql: Tenant, deliveryId: string, round: number): Promise<MessageRecord[]> =>
  sql.readRows(
    `select ${columns} from store_messages
     where account_id = $1 and delivery_id = $2 and round < $3 and sent_at is null order by round`,
    [deliveryId, round],
  )

type NewMessage = Omit<MessageRecord, 'completingAt' | 'sentAt' | 'answer' | 'createdAt'> & {
  readonly createdAt: string
  /** For the quota of the account: the XML as it is compressed. */
  readonly countedBytes: number
}

/** Nothing when the round has its message already, or a newer one has: what is late is never made. */
export const insertMessage = (trx: TenantTransaction, message: NewMessage): Promise<number> =>
  trx.execute(
    `insert into store_messages (account_id, id, delivery_id, round, release_id, outlet_id, revision, purpose, batch, xml,
                                 sha256, files, provides, created_at, counted_bytes)
     select $1::text, $2::text, $3::text, $4::int, $5::text, $6::text, $7::int, $8::text, $9::bigint, $10::text,
            decode($11, 'hex'), $12::text, $13::boolean, $14::timestamptz, $15::int
     where not exists (select 1 from store_messages where account_id = $1 and delivery_id = $3 and round > $4)
     on conflict (account_id, delivery_id, round) do nothing`,
    [
      message.id,
      message.deliveryId,
      message.round,
      message.releaseId,
      message.outletId,
      message.revision,
      message.purpose,
      message.batch,
      message.xml,
      message.sha256,
      message.files,
      message.provides,
      message.createdAt,
      message.countedBytes,
    ],
  )

export const markCompleting = (sql: Tenant, id: string, at: Date): Promise<number> =>
  sql.execute(
    'update store_messages set completing_at = coalesce(completing_at, $3) where account_id = $1 and id = $2',
    [id, at],
  )

/** Its package was found without its end. */
export const markIncomplete = (sql: Tenant, id: string): Promise<number> =>
  sql.execute('update store_messages set completing_at = null where account_id = $1 and id = $2', [id])

export const markSent = (sql: Tenant, id: string, at: Date): Promise<number> =>
  sql.execute('update store_messages set sent_at = coalesce(sent_at, $3) where account_id = $1 and id = $2', [id, at])

export const saveAnswer = (sql: Tenant, id: string, answer: MessageRecord['answer']): Promise<number> =>
  sql.execute('update store_messages set answer = $3 where account_id = $1 and id = $2', [id, JSON.stringify(answer)])

export interface AddressedMessage
  extends Pick<MessageRecord, 'id' | 'deliveryId' | 'round' | 'revision' | 'purpose' | 'sha256' | 'answer'> {
  readonly accountId: AccountId
}

/** Of all accounts: those of these ids that this outlet was sent since then. */
export const findSentSince = (
  system: Sql,
  { outletId, ids, since }: { readonly outletId: string; readonly ids: readonly string[]; readonly since: Date },
): Promise<AddressedMessage[]> =>
  system.readRows(
    `select account_id as "accountId", id, delivery_id as "deliveryId", round, revision, purpose,
            encode(sha256, 'hex') as sha256, answer
     from store_messages where id = any($2) and outlet_id = $1 and sent_at >= $3`,
    [outletId, ids, since],
  )

/** A message without its text, and whether a newer one has taken its place. */
export interface MessageRow extends Omit<MessageRecord, 'xml' | 'files' | 'provides' | 'completingAt'> {
  /** Bytes of the text. */
  readonly size: number
  readonly isReplaced: boolean
}

/** The newest first; as many as fit a page. */
export const findMessagePage = (
  sql: Tenant,
  releaseId: string,
  { limit, after }: Pick<PageRequest, 'limit' | 'after'>,
): Promise<(MessageRow & Cut)[]> =>
  sql.readRows(
    cutToPage(
      `select m.id, m.delivery_id as "deliveryId", m.round, m.release_id as "releaseId", m.outlet_id as "outletId",
              m.revision, m.purpose, m.batch::float8 as batch, octet_length(m.xml) as size,
              encode(m.sha256, 'hex') as sha256, m.created_at as "createdAt", m.sent_at as "sentAt", m.answer,
              exists (select 1 from store_messages n
                      where n.account_id = $1 and n.delivery_id = m.delivery_id and n.round > m.round) as "isReplaced"
       from store_messages m
       where m.account_id = $1 and m.release_id = $2 and ($3::text is null or m.id < $3)
       order by m.id desc limit $4::int + 1`,
      { order: 'id desc', limit: '$4::int' },
    ),
    [releaseId, after ?? null, limit],
  )

export const countMessages = async (sql: Tenant, releaseId: string): Promise<number> =>
  (
    await sql.readRow<{ count: number }>(
      'select count(*)::int as count from store_messages where account_id = $1 and release_id = $2',
      [releaseId],
    )
  )?.count ?? 0

export const findMessageOfRelease = (
  sql: Tenant,
  { releaseId, messageId }: { readonly releaseId: string; readonly messageId: string },
): Promise<MessageRecord | undefined> =>
  sql.readRow(`select ${columns} from store_messages where account_id = $1 and release_id = $2 and id = $3`, [
    releaseId,
    messageId,
  ])

/** The same of one outlet, by now. */
export const findSentTo = (sql: Tenant, releaseId: string, outletId: string): Promise<LeftMessage[]> =>
  sql.readRows(
    `select ${ofLeft} from store_messages
     where account_id = $1 and release_id = $2 and outlet_id = $3 and ${saysSomething('$4')}
     order by round desc limit 1000`,
    [releaseId, outletId, takedownAccepted],
  )
