import { expect, it } from 'vitest'
import { openWebhookAccount } from '../../harness/webhooks.ts'

it('updateWebhook takes the tag of the webhook as it is, and refuses an older one', async () => {
  const { ask, create } = await openWebhookAccount()
  const { id } = await create()
  const etag = (await ask('GET', `/${id}`)).headers.get('etag') ?? ''
  const patch = (description: string) => ask('PATCH', `/${id}`, { description }, { 'if-match': etag })
  expect((await patch('First')).status).toBe(200)
  expect(await patch('Late')).toMatchObject({ status: 412, body: { error: 'precondition_failed' } })
  expect((await ask('GET', `/${id}`)).body.description).toBe('First')
})
