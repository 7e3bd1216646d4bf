import { describe, expect, it } from 'vitest'
import { inviteMember } from '../../harness/people.ts'
import { sharedReviewHub } from '../../harness/shared-review-hub.ts'

describe('listStores 400', () => {
  it('refuses a cursor that was made up', async () => {
    const { hub, fixture } = await sharedReviewHub()
    const viewer = await inviteMember(hub, { ...fixture.account, role: 'viewer', email: 'stores@label.example' })
    const path = `/console/api/accounts/${fixture.account.accountId}/stores`
    expect(await viewer.ask('GET', `${path}?cursor=AAAA`)).toMatchObject({
      status: 400,
      body: { error: 'cursor_invalid' },
    })
  })
})
