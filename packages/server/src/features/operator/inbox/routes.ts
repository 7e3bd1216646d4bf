import { AppError } from '@spindle/contract'
import {
  type ContactMessageItem,
  deleteContactMessage,
  inviteFromMessage,
  listContactMessages,
  updateContactMessage,
} from '@spindle/contract/console'
import type { Http } from '../../../http/context.ts'
import { route } from '../../../http/routing/route.ts'
import type { Clock } from '../../../platform/clock.ts'
import { type Database, tenantTransaction } from '../../../platform/database/sql.ts'
import type { Accounts } from '../../accounts/index.ts'
import type { ContactMessage, ContactService } from '../../contact/index.ts'
import { type Audit, actorOf, type Links, type People } from '../../people/index.ts'

export interface InboxRoutes {
  readonly database: Database
  readonly clock: Clock
  readonly contact: ContactService
  readonly accounts: Pick<Accounts, 'createAccountIn'>
  readonly people: Pick<People, 'find' | 'findNames'>
  readonly links: Pick<Links, 'inviteIn' | 'lives'>
  readonly audit: Audit
}

/** What people wrote on the contact page, and the account that may come of it. */
export function bindInbox(http: Http, options: InboxRoutes): void {
  const { database, contact, people, audit } = options
  const show = async (message: ContactMessage): Promise<ContactMessageItem> =>
    toItem(message, message.assigneeId ? await people.findNames([message.assigneeId]) : new Map())

  route(http, listContactMessages, async ({ query: { state }, page: { limit, after, wantsTotal } }) => {
    const { messages, next } = await contact.list({ state, limit, after })
    const names = await people.findNames(messages.flatMap(({ assigneeId }) => assigneeId ?? []))
    const total = wantsTotal ? await contact.count(state) : undefined
    return { page: { data: messages.map((message) => toItem(message, names)), next: next ?? null, total } }
  })
  route(http, updateContactMessage, async ({ params: { messageId }, body }) => {
    if (body.assigneeId) await requireOperator(people, body.assigneeId)
    return { body: await show(await contact.updateIn(database.system, messageId, body)) }
  })
  route(http, deleteContactMessage, async ({ principal, params: { messageId } }) => {
    if ((await contact.delete([messageId])) === 0) throw new AppError('message_not_found')
    const event = { type: 'contact.deleted', actor: actorOf(principal), data: { message: messageId } } as const
    await database.transaction((trx) => audit.recordForHub(trx, event))
    return { body: undefined }
  })
  route(http, inviteFromMessage, async ({ principal, params: { messageId }, body }) => ({
    body: await invite(options, { principal, messageId, ...body }),
  }))
}

type Invitation = Parameters<Links['inviteIn']>[1] & {
  readonly messageId: string
  readonly accountName: string
  readonly principal: Parameters<typeof actorOf>[0]
}

/** Account, invitation and message in one transaction: a failure leaves nothing half made. */
function invite(options: InboxRoutes, { messageId, accountName, principal, email, role }: Invitation) {
  const { database, contact, accounts, links, audit, clock } = options
  const actor = actorOf(principal)
  const expiresAt = new Date(clock.now() + links.lives.invitationMs).toISOString()
  return database.transaction(async (trx) => {
    await contact.updateIn(trx, messageId, { state: 'done', assigneeId: principal.id })
    const account = await accounts.createAccountIn(trx, accountName)
    await audit.recordForHub(trx, { type: 'account.created', actor, data: { account: account.id } })
    const made = await links.inviteIn(tenantTransaction(trx, account.id), { email, role }, actor)
    return { accountId: account.id, ...made, expiresAt }
  })
}

async function requireOperator(people: Pick<People, 'find'>, userId: string): Promise<void> {
  const person = await people.find(userId)
  if (person?.isOperator && !person.disabledAt) return
  throw new AppError('validation_failed', {
    errors: [
      {
        pointer: '/assigneeId',
        code: 'no_operator',
        detail: 'No operator of this hub has this id.',
        fix: 'Choose one of the operators.',
      },
    ],
  })
}

function toItem(
  { assigneeId, createdAt, ...message }: ContactMessage,
  names: ReadonlyMap<string, string>,
): ContactMessageItem {
  const assignee = assigneeId && { userId: assigneeId, name: names.get(assigneeId) ?? '' }
  return { ...message, createdAt: createdAt.toISOString(), assignee }
}
