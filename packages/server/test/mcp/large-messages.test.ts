import { expect, it } from 'vitest'
import { sharedReleaseHub } from '../harness/shared-hub.ts'
import { callOf, post } from './messages.ts'

/** Explaining each of forty thousand unknown members blocked all other requests for more than half a second. */

const many = Object.fromEntries(Array.from({ length: 40_000 }, (_, index) => [`member${index}`, 1]))

it('refuses a message whose objects have more members than any call has, before it is looked at', async () => {
  const { hub, fixture } = await sharedReleaseHub()
  const call = callOf('search_catalog', { query: 'night' })
  for (const message of [
    callOf('search_catalog', many),
    { ...call, params: { ...call.params, _meta: many } },
    callOf('update_draft', { releaseId: 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB', patch: many }),
    [call, callOf('get_release', many)],
  ]) {
    const response = await post(hub, message, { key: fixture.key })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      error: 'invalid_json',
      detail: 'An object of the body has more than 1000 members.',
    })
  }
  expect((await post(hub, call, { key: fixture.key })).status).toBe(200)
})
