import { expect, it } from 'vitest'
import { openWebhookAccount } from '../../harness/webhooks.ts'

it.each([{ description: 'Mine' }, { status: 'disabled' }])(
  'updateWebhook refuses %j for a webhook that a file of the operator names',
  async (patch) => {
    const { ask, configured } = await openWebhookAccount()
    const id = await configured()
    expect(await ask('PATCH', `/${id}`, patch)).toMatchObject({
      status: 409,
      body: {
        error: 'state_conflict',
        detail: 'This webhook is defined in the configuration of the hub. Ask the operator to change it there.',
      },
    })
    expect((await ask('GET', `/${id}`)).body).toMatchObject({ description: null, status: 'active' })
  },
)
