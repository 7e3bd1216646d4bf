import { expect, it } from 'vitest'
import { openWebhookAccount } from '../../harness/webhooks.ts'

it('updateWebhook refuses an address that the hub does not send to, and keeps the one there is', async () => {
  const { ask, create } = await openWebhookAccount()
  const { id } = await create()
  expect(await ask('PATCH', `/${id}`, { url: 'https://127.0.0.1/' })).toMatchObject({
    status: 422,
    body: { error: 'validation_failed', errors: [{ pointer: '/url', code: 'address_refused' }] },
  })
  expect((await ask('GET', `/${id}`)).body.url).toBe('https://label.example/hooks')
})
