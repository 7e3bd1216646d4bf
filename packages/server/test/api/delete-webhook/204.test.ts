import { expect, it } from 'vitest'
import { openWebhookAccount } from '../../harness/webhooks.ts'

it('deleteWebhook takes the webhook away with its log, and no other one', async () => {
  const { ask, audit, create, message } = await openWebhookAccount()
  const { id } = await create()
  const { id: other } = await create()
  const messageId = await message(id)
  expect(await ask('DELETE', `/${id}`)).toMatchObject({ status: 204, body: '' })
  for (const [method, rest] of [
    ['GET', ''],
    ['DELETE', ''],
    ['POST', '/test'],
    ['POST', '/rotate'],
    ['GET', '/messages'],
  ] as const) {
    const answer = await ask(method, `/${id}${rest}`, rest === '/rotate' ? {} : undefined)
    expect([answer.status, answer.body.error], `${method} ${rest}`).toEqual([404, 'webhook_not_found'])
  }
  expect(await ask('GET', `/${id}/messages/${messageId}/attempts`)).toMatchObject({
    status: 404,
    body: { error: 'webhook_message_not_found' },
  })
  expect((await ask('GET')).body.data).toMatchObject([{ id: other }])
  expect(await audit()).toEqual(['webhook.created', 'webhook.created', 'webhook.deleted'])
})
