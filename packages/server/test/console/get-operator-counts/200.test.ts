import { expect, it } from 'vitest'
import { leaveMessage, messagesPath } from '../../harness/contact-messages.ts'
import { setUpOperator } from '../../harness/people.ts'
import { openReleaseHub } from '../../harness/releases.ts'

it('getOperatorCounts counts the releases that wait, new ones and updates, and the messages that are new', async () => {
  const { hub, fixture } = await openReleaseHub({ environment: { SPINDLE_REVIEW: 'manual' } })
  const operator = await setUpOperator(hub)
  const counts = () => operator.ask('GET', '/console/api/operator/counts')
  expect(await counts()).toMatchObject({ status: 200, body: { reviews: 0, messages: 0 } })

  const ids = []
  for (const title of ['One', 'Two']) ids.push((await fixture.release({ title, submit: true })).body.id)
  await fixture.release({ title: 'Only a draft' })
  const messageId = await leaveMessage(hub, 'Ada')
  await leaveMessage(hub, 'Ben')
  expect((await counts()).body).toEqual({ reviews: 2, messages: 2 })

  await operator.ask('POST', `/console/api/operator/reviews/${ids[0]}/approve`, { revision: 1 })
  await operator.ask('PATCH', `${messagesPath}/${messageId}`, { state: 'open' })
  expect((await counts()).body).toEqual({ reviews: 1, messages: 1 })

  await fixture.patch(ids[0], { title: 'One, renamed' })
  await fixture.act(ids[0], 'submit')
  expect((await counts()).body).toEqual({ reviews: 2, messages: 1 })
})
