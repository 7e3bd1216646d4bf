import { describe, expect, it } from 'vitest'
import { openBulkAccount } from '../../harness/bulk.ts'

describe('undoBulk 202', () => {
  it('brings the earlier values back, also of what was absent, and leaves what was changed since', async () => {
    const { fixture, run, act, finish, ask, outcomes } = await openBulkAccount()
    const { body: first } = await fixture.release({ label: 'Old', metadata: { shelf: 'A' } })
    const { body: second } = await fixture.release({ label: 'Old' })
    const patch = { label: 'New', subtitle: 'Deluxe', metadata: { shelf: 'B', box: '7' } }
    const { job } = await run({ action: 'patch', ids: [first.id, second.id], patch })
    expect((await fixture.get(first.id)).body).toMatchObject(patch)
    await fixture.patch(second.id, { label: 'By hand' })
    const undone = await act(job.id, 'undo')
    expect(undone).toMatchObject({
      status: 202,
      body: { action: 'patch', undoOf: job.id, counts: { total: 2, waiting: 2 } },
    })
    await finish()
    const { body: after } = await fixture.get(first.id)
    expect(after).toMatchObject({ label: 'Old', metadata: { shelf: 'A' }, revision: 3 })
    expect(after.metadata).toEqual({ shelf: 'A' })
    expect(after.subtitle ?? null).toBe(first.subtitle ?? null)
    expect((await fixture.get(second.id)).body).toMatchObject({ label: 'By hand', revision: 3 })
    expect((await ask(`/${undone.body.id}`)).body.counts).toMatchObject({ done: 1, refused: 1 })
    expect(await outcomes(undone.body.id, '?outcome=refused')).toMatchObject([
      {
        releaseId: second.id,
        code: 'precondition_failed',
        message: 'The release is now at revision 3. Read it again and repeat the change if it is still right.',
      },
    ])
  })

  it('brings a track back that the patch removed', async () => {
    const { fixture, run, act, finish } = await openBulkAccount()
    const { body } = await fixture.release({ type: 'ep' }, 2)
    const [kept] = body.tracks
    const { job } = await run({
      action: 'patch',
      releases: [
        { id: body.id, revision: 1, patch: { tracks: [{ id: kept.id, title: kept.title, uploadId: kept.uploadId }] } },
      ],
    })
    expect((await fixture.get(body.id)).body.tracks).toHaveLength(1)
    await act(job.id, 'undo')
    await finish()
    const titles = (await fixture.get(body.id)).body.tracks.map(({ title }: { title: string }) => title)
    expect(titles).toEqual(['Song 1', 'Song 2'])
  })
})
