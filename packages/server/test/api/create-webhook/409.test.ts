import { expect, it } from 'vitest'
import { hookUrl, openWebhookAccount } from '../../harness/webhooks.ts'

it('createWebhook makes one webhook for one Idempotency-Key, and shows its secret once', async () => {
  const { ask } = await openWebhookAccount()
  const send = () => ask('POST', '', { url: hookUrl }, { 'idempotency-key': 'once' })
  const [first, again] = [await send(), await send()]
  expect(again).toMatchObject({ status: 409, body: { error: 'secret_shown_once', id: first.body.id } })
  expect(JSON.stringify(again.body)).not.toContain(first.body.secret)
  expect((await ask('GET', '?count=true')).body.page.total).toBe(1)
})
