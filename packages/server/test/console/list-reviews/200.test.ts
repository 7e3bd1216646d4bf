import { beforeAll, describe, expect, it } from 'vitest'

import { type ReviewHub, reviewsPath, sharedReviewHub } from '../../harness/shared-review-hub.ts'

describe('listReviews 200', () => {
  let reviews: ReviewHub
  const ids: string[] = []
  const list = async (query = '') => {
    const { accountId } = reviews.fixture.account
    return (await reviews.operator.ask('GET', `${reviewsPath}?accountId=${accountId}${query}`)).body
  }
  const idsOf = ({ data }: { data: { releaseId: string }[] }) => data.map(({ releaseId }) => releaseId)
  beforeAll(async () => {
    reviews = await sharedReviewHub()
    for (const title of ['First', 'Second']) ids.push((await reviews.submit({ title })).id)
    ids.push((await reviews.submitUpdate('Third')).id)
  })

  it('shows what waits, new releases and updates, the longest waiting first', async () => {
    const { data, page } = await list()
    expect(idsOf({ data })).toEqual(ids)
    expect(page).toEqual({ limit: 20, nextCursor: null, hasMore: false })
    const { body: first } = await reviews.fixture.get(ids[0] ?? '')
    expect(data[0]).toEqual({
      releaseId: ids[0],
      accountId: reviews.fixture.account.accountId,
      accountName: 'Other Label',
      title: 'First',
      displayArtist: 'Ada',
      type: 'single',
      status: 'submitted',
      revision: 1,
      isUpdate: false,
      errors: 0,
      warnings: 4,
      submittedAt: first.submittedAt,
      claim: null,
    })
    expect(data[2]).toMatchObject({ title: 'Third', status: 'delivering', revision: 2, isUpdate: true, claim: null })
  })

  it('is paged', async () => {
    const first = await list('&limit=2')
    expect(idsOf(first)).toEqual(ids.slice(0, 2))
    expect(first.page).toMatchObject({ hasMore: true })
    const second = await list(`&limit=2&cursor=${first.page.nextCursor}`)
    expect(idsOf(second)).toEqual(ids.slice(2))
    expect(second.page).toEqual({ limit: 2, nextCursor: null, hasMore: false })
  })

  it('is narrowed to an account and to what is new or an update', async () => {
    expect(idsOf(await list('&kind=new'))).toEqual(ids.slice(0, 2))
    expect(idsOf(await list('&kind=update'))).toEqual(ids.slice(2))
    const other = await sharedReviewHub()
    const { id } = await other.submit()
    const { accountId } = other.fixture.account
    expect(idsOf((await reviews.operator.ask('GET', `${reviewsPath}?accountId=${accountId}`)).body)).toEqual([id])
    expect(idsOf(await list())).toEqual(ids)
    const all = await reviews.operator.ask('GET', `${reviewsPath}?limit=100`)
    expect(idsOf(all.body)).toEqual(expect.arrayContaining([...ids, id]))
  })

  it('counts what the filters leave over', async () => {
    expect((await list('&count=true&limit=1')).page.total).toBe(3)
    expect((await list('&count=true&kind=new')).page.total).toBe(2)
    expect((await list('&count=true&kind=update')).page.total).toBe(1)
    const none = await reviews.operator.ask('GET', `${reviewsPath}?accountId=acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB&count=true`)
    expect(none.body).toEqual({ data: [], page: { limit: 20, nextCursor: null, hasMore: false, total: 0 } })
  })
})
