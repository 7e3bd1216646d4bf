import { expect, it } from 'vitest'
import { differentAnswers } from '../../harness/different-answers.ts'
import { openWebhookAccount, unknownMessage, unknownWebhook } from '../../harness/webhooks.ts'

it('replayWebhookMessage finds messages by their own webhook and account alone', async () => {
  const { ask, attempt, create, message } = await openWebhookAccount()
  const [{ id }, { id: other }] = [await create(), await create()]
  const messageId = await message(id)
  await attempt(messageId, 1, 200)
  const stranger = await openWebhookAccount()
  const { id: foreign } = await stranger.create()
  const places = [
    `${other}/messages/${messageId}`,
    `${unknownWebhook}/messages/${messageId}`,
    `${id}/messages/${unknownMessage}`,
    `${id}/messages/nonsense`,
    `${foreign}/messages/${await stranger.message(foreign)}`,
  ]
  expect(await differentAnswers(places, (place) => ask('POST', `/${place}/replay`))).toEqual([
    { status: 404, error: 'webhook_message_not_found' },
  ])
  expect((await ask('GET', `/${id}/messages`)).body.data).toMatchObject([{ id: messageId, status: 'delivered' }])
})
