import { beforeAll, describe, expect, it } from 'vitest'

import { type ReviewHub, reviewsPath, sharedReviewHub } from '../../harness/shared-review-hub.ts'

describe('listReviews 400', () => {
  let reviews: ReviewHub
  let accountId: string
  beforeAll(async () => {
    reviews = await sharedReviewHub()
    ;({ accountId } = reviews.fixture.account)
    await reviews.submit()
    await reviews.submit()
  })

  it('refuses a cursor of another filter, of another list, and one that was made up', async () => {
    const { operator } = reviews
    const { body } = await operator.ask('GET', `${reviewsPath}?limit=1&accountId=${accountId}`)
    await operator.ask('POST', '/console/api/operator/accounts', { name: 'One more label' })
    const accounts = await operator.ask('GET', '/console/api/operator/accounts?limit=1')
    for (const query of [
      `limit=1&cursor=${body.page.nextCursor}`,
      `limit=1&accountId=${accountId}&kind=new&cursor=${body.page.nextCursor}`,
      `limit=1&cursor=${accounts.body.page.nextCursor}`,
      'cursor=AAAA',
    ])
      expect(await operator.ask('GET', `${reviewsPath}?${query}`), query).toMatchObject({
        status: 400,
        body: { error: 'cursor_invalid', errors: [{ pointer: 'cursor' }] },
      })
  })
})
