import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/sql.ts'
import type { LaterAnswer } from '../../outlets/index.ts'
import { type Answer, isSameAnswer, type Mailbox } from '../packages/mailbox.ts'
import type { Transport } from '../transports/transport.ts'
import { judgeAnswer } from './judge-answer.ts'
import { type AddressedMessage, findSentSince, type StoredAnswer, saveAnswer } from './message-queries.ts'

/**
 * Answers of a store that differ from its earlier ones, computed from the stored answers: every reader gets the same.
 */

export interface LaterAnswerSources {
  readonly database: Database
  readonly clock: Clock
  readonly transport: Transport
  readonly mailbox: Mailbox
}

/** An answer about an older message no longer changes anything. */
const sentWithinMs = 90 * 24 * 3_600_000
/** In one look; the others wait for the next. */
const answersAtOnce = 1000

export async function readLaterAnswers(
  { database, clock, transport, mailbox }: LaterAnswerSources,
  outletId: string,
): Promise<LaterAnswer[]> {
  const said = await mailbox.listUnsettled(transport, answersAtOnce)
  if (said.size === 0) return []
  const since = new Date(clock.now() - sentWithinMs)
  const messages = await findSentSince(database.system, { outletId, ids: [...said.keys()], since })
  const known = new Map(messages.map((message) => [message.id, message] as const))
  const later: LaterAnswer[] = []
  for (const [messageId, answer] of said) {
    const message = known.get(messageId)
    if (message && isNew(answer, message.answer)) later.push(await laterAnswer(database, message, answer))
    else mailbox.settle(messageId, answer)
  }
  return later
}

/** A file before the one that was believed may be all that could be read this time. */
const isNew = (answer: Answer, stored: StoredAnswer | null): boolean =>
  stored === null || (!isSameAnswer(answer, stored) && (stored.file === undefined || answer.file >= stored.file))

async function laterAnswer(database: Database, message: AddressedMessage, answer: Answer): Promise<LaterAnswer> {
  const { accountId, id, deliveryId, round, purpose, sha256 } = message
  const { outcome, revisionBefore } = await judgeAnswer(database.tenant(accountId), message, answer)
  return {
    accountId,
    deliveryId,
    round,
    purpose,
    outcome: { ...outcome, told: { messageId: id, sha256 } },
    revisionBefore,
    save: (sql) => saveAnswer(sql, id, answer),
  }
}
