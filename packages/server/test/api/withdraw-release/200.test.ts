import { beforeAll, describe, expect, it } from 'vitest'
import { openShelf, type Shelf } from '../../harness/releases.ts'

describe('withdrawRelease', () => {
  let shelf: Shelf
  beforeAll(async () => {
    ;({ shelf } = await openShelf({ environment: { SPINDLE_REVIEW: 'manual' } }))
  })

  it('200: what waits for review is a draft again, and can be submitted again', async () => {
    const { body } = await shelf.release({ submit: true })
    expect(body).toMatchObject({ status: 'submitted', deliveries: [] })
    expect(await shelf.patch(body.id, { label: 'Not now' })).toMatchObject({ status: 409 })
    expect(await shelf.act(body.id, 'withdraw')).toMatchObject({ status: 200, body: { status: 'draft' } })
    expect(await shelf.patch(body.id, { label: 'Now' })).toMatchObject({ status: 200 })
    expect(await shelf.act(body.id, 'submit')).toMatchObject({
      status: 200,
      body: { status: 'submitted', revision: 2 },
    })
  })

  it('409: a draft has nothing to withdraw', async () => {
    const { body } = await shelf.release()
    expect(await shelf.act(body.id, 'withdraw')).toMatchObject({
      status: 409,
      body: { error: 'state_conflict', state: 'draft', allowed: ['edit', 'delete', 'submit'] },
    })
  })
})
