import { expect, it } from 'vitest'
import { operatorOf } from '../harness/operator.ts'
import { sharedReviewHub } from '../harness/shared-review-hub.ts'

it('reviews approve-many approves each release, and names those that it could not', async () => {
  const { hub, fixture } = await sharedReviewHub()
  const operator = operatorOf(hub)
  const [first, second] = [
    (await fixture.release({ submit: true })).body,
    (await fixture.release({ submit: true })).body,
  ]
  const approve = (...list: string[]) => operator('reviews', 'approve-many', '--releases', list.join(','))
  expect(await approve(`${second.id}:7`, `${first.id}:1`)).toEqual({
    code: 4,
    out: [`${second.id}  revision 7  refused: The release is now at revision 1.`, `${first.id}  revision 1  approved`],
    err: [],
  })
  expect((await fixture.get(first.id)).body.status).toBe('delivering')
  expect((await fixture.get(second.id)).body.status).toBe('submitted')
  expect(await approve(`${second.id}:1`)).toMatchObject({ code: 0, out: [`${second.id}  revision 1  approved`] })
  expect(await approve(second.id)).toMatchObject({
    code: 2,
    err: expect.arrayContaining([expect.stringContaining('rel_...:1')]),
  })
})
