import { beforeAll, describe, expect, it } from 'vitest'
import { openShelf, type Shelf } from '../../harness/releases.ts'

describe('updateRelease 412', () => {
  let shelf: Shelf
  beforeAll(async () => {
    ;({ shelf } = await openShelf())
  })

  it('refuses a change based on an older revision', async () => {
    const { body, headers } = await shelf.release()
    const first = headers.get('etag') ?? ''
    const changed = await shelf.patch(body.id, { title: 'Second' }, { 'if-match': first })
    expect(changed).toMatchObject({ status: 200, body: { revision: 2 } })
    const late = await shelf.patch(body.id, { title: 'Lost' }, { 'if-match': first })
    expect(late).toMatchObject({ status: 412, body: { error: 'precondition_failed', currentEtag: '"2"' } })
    expect(await shelf.patch(body.id, { title: 'Third' }, { 'if-match': '"2"' })).toMatchObject({ status: 200 })
    expect((await shelf.get(body.id)).body.title).toBe('Third')
  })

  it('lets the change pass when only a delivery moved', async () => {
    const { body, headers } = await shelf.release()
    await shelf.act(body.id, 'submit')
    const etag = headers.get('etag') ?? ''
    expect(await shelf.patch(body.id, { label: 'Same base' }, { 'if-match': etag })).toMatchObject({ status: 200 })
  })

  it('lets one of two changes at once win', async () => {
    const { body, headers } = await shelf.release()
    const etag = headers.get('etag') ?? ''
    const answers = await Promise.all(
      ['A', 'B', 'C', 'D'].map((title) => shelf.patch(body.id, { title }, { 'if-match': etag })),
    )
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 412, 412, 412])
  })
})
