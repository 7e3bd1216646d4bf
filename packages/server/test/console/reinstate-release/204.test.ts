import { beforeAll, describe, expect, it } from 'vitest'
import { setUpOperator, type TestPerson } from '../../harness/people.ts'
import { openReleaseHub, type ReleaseFixture } from '../../harness/releases.ts'

/**
 * A second outlet has the release while it is held at the first one: if it is down everywhere, its account submits it
 * again.
 */

describe('reinstateRelease 204', () => {
  let fixture: ReleaseFixture
  let operator: TestPerson
  beforeAll(async () => {
    const environment = { SPINDLE_INTEGRATION_TOKENS: `site-a=${'a'.repeat(32)}` }
    const opened = await openReleaseHub({ environment })
    fixture = opened.fixture
    operator = await setUpOperator(opened.hub)
  })
  const decide = (id: string, what: 'hold' | 'reinstate', body: object) =>
    operator.ask('POST', `/console/api/operator/releases/${id}/${what}`, body)
  const held = async (): Promise<string> => {
    const { body } = await fixture.release({ submit: true })
    expect((await decide(body.id, 'hold', { outlets: ['sandbox'], reason: 'Court order 7' })).status).toBe(204)
    return body.id
  }
  const statusesOf = async (id: string) => {
    const { deliveries } = (await fixture.get(id)).body
    return Object.fromEntries(
      deliveries.map(({ outlet, status }: { outlet: { id: string }; status: string }) => [outlet.id, status]),
    )
  }
  const heldAt = async (id: string) => (await operator.ask('GET', `/console/api/operator/reviews/${id}`)).body.heldAt

  it.each([
    ['everywhere', {}],
    ['at the outlets that are named', { outlets: ['sandbox'] }],
  ])('gives a held release back %s', async (_where, body) => {
    const id = await held()
    expect(await statusesOf(id)).toEqual({ sandbox: 'taken_down', 'site-a': 'queued' })
    expect(await decide(id, 'reinstate', body)).toMatchObject({ status: 204, body: '' })
    expect(await statusesOf(id)).toEqual({ sandbox: 'queued', 'site-a': 'queued' })
    expect(await heldAt(id)).toEqual([])
    const { data } = (await fixture.events(id)).body
    expect(data.find(({ type }: { type: string }) => type === 'delivery.retried')).toMatchObject({
      actor: { type: 'operator', id: expect.stringMatching(/^usr_/), name: 'Mia Blue' },
      data: { outletId: 'sandbox' },
    })
  })

  it('refuses an outlet that never had it', async () => {
    const id = await held()
    expect(await decide(id, 'reinstate', { outlets: ['elsewhere'] })).toMatchObject({
      status: 422,
      body: { error: 'validation_failed', errors: [{ pointer: '/outlets/0', code: 'outlet_unknown' }] },
    })
    expect(await heldAt(id)).toEqual(['sandbox'])
  })
})
