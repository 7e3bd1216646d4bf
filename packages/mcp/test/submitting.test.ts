import { expect, it } from 'vitest'
import { sharedReviewHub } from '../../server/test/harness/shared-review-hub.ts'
import { connectAgent } from './harness/agents.ts'
import { startEndpoint } from './harness/endpoint.ts'

it('submit_release submits a withdrawn release again, although nothing else has changed', async () => {
  const { hub, fixture } = await sharedReviewHub()
  const url = await startEndpoint({ hubUrl: hub.url, gate: 'submit' })
  const agent = await connectAgent('v2', { url, key: fixture.key })
  const { id: releaseId } = (await fixture.release()).body
  const submit = async () => {
    const { isError, data } = await agent.call('submit_release', { releaseId })
    return [isError, data.alreadySubmitted, (await fixture.get(releaseId)).body.status]
  }
  expect(await submit()).toEqual([false, false, 'submitted'])
  expect(await submit()).toEqual([false, true, 'submitted'])
  expect((await fixture.act(releaseId, 'withdraw')).body.status).toBe('draft')
  expect(await submit()).toEqual([false, false, 'submitted'])
  const events = (await fixture.events(releaseId)).body.data as readonly { readonly type: string }[]
  expect(events.filter(({ type }) => type === 'release.submitted')).toHaveLength(2)
})
