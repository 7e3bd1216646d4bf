import { beforeAll, describe, expect, it } from 'vitest'
import { openShelf, type Shelf } from '../../harness/releases.ts'

describe('submitRelease 409', () => {
  let shelf: Shelf
  beforeAll(async () => {
    ;({ shelf } = await openShelf())
  })

  it('has nothing to submit again before something changed', async () => {
    const { body } = await shelf.release({ submit: true })
    const answer = await shelf.act(body.id, 'submit')
    expect(answer).toMatchObject({ status: 409, body: { error: 'state_conflict', state: 'delivering' } })
    expect(answer.body.allowed).not.toContain('submit')
    await shelf.patch(body.id, { label: 'Changed' })
    expect(await shelf.act(body.id, 'submit')).toMatchObject({
      status: 200,
      body: { pendingRevision: null, revision: 2 },
    })
  })
})
