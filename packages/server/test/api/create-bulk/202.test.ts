import { describe, expect, it } from 'vitest'
import { bulkPath, openBulkAccount } from '../../harness/bulk.ts'

describe('createBulk 202', () => {
  it('stores the job and its releases, and changes nothing before its turn', async () => {
    const { hub, fixture, start, ask, outcomes, releases } = await openBulkAccount()
    const [id = ''] = await releases(1, { title: 'Harbour' })
    const { status, headers, body } = await start({ action: 'patch', ids: [id, id], patch: { label: 'New' } })
    expect(status).toBe(202)
    expect(headers.get('location')).toBe(`${hub.url}${bulkPath}/${body.id}`)
    expect(body).toEqual({
      id: expect.stringMatching(/^blk_[0-9A-HJKMNP-TV-Z]{26}$/),
      action: 'patch',
      status: 'running',
      dryRun: false,
      undoOf: null,
      counts: { total: 1, waiting: 1, done: 0, unchanged: 0, refused: 0 },
      createdAt: expect.stringMatching(/Z$/),
      endedAt: null,
    })
    expect((await ask(`/${body.id}`)).body).toEqual(body)
    expect(await outcomes(body.id)).toMatchObject([{ releaseId: id, title: 'Harbour', outcome: 'waiting', at: null }])
    expect((await fixture.get(id)).body).toMatchObject({ revision: 1 })
  })

  it('chooses the releases that match filters once, and leaves out what comes later', async () => {
    const { start, finish, ask, outcomes, releases } = await openBulkAccount()
    const [first, second] = await releases(2, { label: 'Blue Lamp' })
    await releases(1, { label: 'Other' })
    const { body } = await start({ action: 'patch', filters: { label: 'blue' }, patch: { label: 'Blue Lamp Records' } })
    await releases(1, { label: 'Blue Lamp' })
    await finish()
    expect((await ask(`/${body.id}`)).body).toMatchObject({ status: 'completed', counts: { total: 2, done: 2 } })
    const done = (await outcomes(body.id)).map(({ releaseId }) => releaseId)
    expect(new Set(done)).toEqual(new Set([first, second]))
  })

  it('is complete at once if no release matches', async () => {
    const { start } = await openBulkAccount()
    expect((await start({ action: 'submit', filters: { label: 'none' } })).body).toMatchObject({
      status: 'completed',
      counts: { total: 0 },
      endedAt: expect.stringMatching(/Z$/),
    })
  })

  it('makes one job for one Idempotency-Key', async () => {
    const { start, ask, releases } = await openBulkAccount()
    const body = { action: 'submit', ids: await releases(1) }
    const [one, again] = [await start(body, { 'idempotency-key': 'a' }), await start(body, { 'idempotency-key': 'a' })]
    expect(again.body).toEqual(one.body)
    expect((await ask('?count=true')).body.page.total).toBe(1)
  })
})
