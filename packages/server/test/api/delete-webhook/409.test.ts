import { expect, it } from 'vitest'
import { openWebhookAccount } from '../../harness/webhooks.ts'

it('deleteWebhook refuses a webhook that a file of the operator names, and leaves it as it is', async () => {
  const { ask, audit, configured } = await openWebhookAccount()
  const id = await configured()
  const { body: before } = await ask('GET', `/${id}`)
  expect(await ask('DELETE', `/${id}`)).toMatchObject({
    status: 409,
    body: {
      error: 'state_conflict',
      detail: 'This webhook is defined in the configuration of the hub. Ask the operator to change it there.',
    },
  })
  expect((await ask('GET', `/${id}`)).body).toEqual(before)
  expect(await audit()).toEqual(['webhook.created'])
})
