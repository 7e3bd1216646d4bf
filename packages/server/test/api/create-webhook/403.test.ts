import { expect, it } from 'vitest'
import { startTestHub } from '../../harness/hub.ts'
import { hookUrl, openWebhookAccount } from '../../harness/webhooks.ts'

it('createWebhook stops at the quota, even for concurrent requests, and only for this account', async () => {
  const hub = await startTestHub({ role: 'api', environment: { SPINDLE_QUOTA_WEBHOOKS: '4' } })
  const { ask, audit } = await openWebhookAccount(hub)
  const answers = await Promise.all(Array.from({ length: 7 }, () => ask('POST', '', { url: hookUrl })))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 201, 201, 403, 403, 403])
  expect(answers.find(({ status }) => status === 403)?.body).toMatchObject({
    error: 'quota_exceeded',
    detail:
      'The account can have at most 4 webhooks and has 4. Delete one that you do not need, or ask the operator for a larger quota.',
    quota: 'webhooks',
    limit: 4,
    used: 4,
  })
  const { body: list } = await ask('GET', '?count=true')
  expect(list.page.total).toBe(4)
  expect(await audit()).toHaveLength(4)
  const other = await openWebhookAccount(hub)
  expect((await other.ask('POST', '', { url: hookUrl })).status).toBe(201)
  await ask('DELETE', `/${list.data[0].id}`)
  expect((await ask('POST', '', { url: hookUrl })).status).toBe(201)
})
