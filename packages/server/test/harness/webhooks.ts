import type { JsonAnswer, TestHub } from './hub.ts'
import { createReleaseFixture, type ReleaseFixture } from './releases.ts'
import { sharedHub } from './shared-hub.ts'

/** Webhooks of a separate account. If the hub has no worker, messages wait. */

export const webhooksPath = '/api/v1/distributor/webhooks'
export const hookUrl = 'https://label.example/hooks'
export const unknownWebhook = 'whk_01JD3MZ6V8Q4W9X2K7N5T0RHYB'
export const unknownMessage = 'whm_01JD3MZ6V8Q4W9X2K7N5T0RHYB'

export interface WebhookAccount {
  readonly hub: TestHub
  readonly fixture: ReleaseFixture
  readonly key: string
  /** `rest` is the end of the path. */
  ask(method: string, rest?: string, body?: unknown, headers?: Record<string, string>): Promise<JsonAnswer>
  /** The answer to its creation. */
  create(members?: object): Promise<JsonAnswer['body']>
  /** The id of a webhook from the operator's file. */
  configured(): Promise<string>
  disabled(): Promise<string>
  /** The id of a new message, of type `endpoint.test`. */
  message(webhookId: string): Promise<string>
  /** Records an attempt like the sender; a 2xx answer ends the message. */
  attempt(messageId: string, number: number, statusCode: number): Promise<void>
  /** The account's actions on webhooks, the first one first. */
  audit(): Promise<string[]>
}

export async function openWebhookAccount(given?: TestHub): Promise<WebhookAccount> {
  const hub = given ?? (await sharedHub())
  const fixture = await createReleaseFixture(hub)
  const { key, account } = fixture
  const rows = hub.opened.database.tenant(account.accountId)
  const ask: WebhookAccount['ask'] = (method, rest = '', body, headers = {}) =>
    hub.json(method, `${webhooksPath}${rest}`, { key, body, headers })
  const create: WebhookAccount['create'] = async (members = {}) => {
    const made = await ask('POST', '', { url: hookUrl, ...members })
    if (made.status !== 201) throw new Error(`no webhook: ${JSON.stringify(made.body)}`)
    return made.body
  }
  return {
    hub,
    fixture,
    key,
    ask,
    create,
    async configured() {
      const { id } = await create()
      const own = `whk_0000000000${id.slice(14)}`
      await rows.execute('update webhooks set id = $3 where account_id = $1 and id = $2', [id, own])
      return own
    },
    async disabled() {
      const { id } = await create()
      const { status } = await ask('PATCH', `/${id}`, { status: 'disabled' })
      if (status !== 200) throw new Error(`disabling answered ${status}`)
      return id
    },
    message: async (webhookId) => (await ask('POST', `/${webhookId}/test`)).body.id,
    async attempt(messageId, number, statusCode) {
      const isOver = statusCode < 300
      await rows.execute(
        `insert into webhook_attempts (account_id, message_id, number, at, duration_ms, status_code, failure, answer)
         values ($1, $2, $3, '2026-05-01T08:00:00Z'::timestamptz + make_interval(mins => $3), 12, $4, $5, $6)`,
        [messageId, number, statusCode, isOver ? null : 'refused', isOver ? '' : 'no database today'],
      )
      await rows.execute(
        `update webhook_messages set attempts = $3, status = case when $4 then 'delivered' else 'pending' end,
           next_attempt_at = case when $4 then null else now() end, ended_at = case when $4 then now() end
         where account_id = $1 and id = $2`,
        [messageId, number, isOver],
      )
    },
    async audit() {
      const found = await rows.rows<{ type: string }>(
        `select type from account_audit_events where account_id = $1 and type like 'webhook.%' order by id`,
      )
      return found.map(({ type }) => type)
    },
  }
}
