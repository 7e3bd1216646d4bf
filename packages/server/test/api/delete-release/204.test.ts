import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../../harness/hub.ts'
import { type ReleaseFixture, releasesPath } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

describe('deleteRelease', () => {
  let hub: TestHub
  let fixture: ReleaseFixture
  beforeAll(async () => {
    ;({ hub, fixture } = await sharedReleaseHub())
  })
  const remove = (id: string, headers = {}) =>
    hub.json('DELETE', `${releasesPath}/${id}`, { key: fixture.key, headers })

  it('204: the draft is gone, its uploads and its externalId are free, its id stays burnt', async () => {
    const { body } = await fixture.release({ externalId: 'free-again' })
    const answer = await remove(body.id)
    expect(answer).toMatchObject({ status: 204, body: '' })
    expect(await fixture.get(body.id)).toMatchObject({ status: 404 })
    const { database } = hub.opened
    const row = await database.system.row('select title, deleted_at from releases where id = $1', [body.id])
    expect(row).toEqual({ title: '', deleted_at: expect.any(Date) })
    const uses = await database.system.rows('select 1 from upload_references where account_id = $1', [
      fixture.account.accountId,
    ])
    expect(uses).toEqual([])
    expect(await fixture.release({ externalId: 'free-again' })).toMatchObject({ status: 201 })
  })

  it('409: what was submitted is not deleted', async () => {
    const { body } = await fixture.release({ submit: true })
    expect(await remove(body.id)).toMatchObject({
      status: 409,
      body: { error: 'state_conflict', state: 'delivering', allowed: ['edit', 'submit', 'takedown', 'takedown_some'] },
    })
  })

  it('412: not by an outdated tag', async () => {
    const { body, headers } = await fixture.release()
    await fixture.patch(body.id, { title: 'Newer' })
    expect(await remove(body.id, { 'if-match': headers.get('etag') })).toMatchObject({
      status: 412,
      body: { error: 'precondition_failed' },
    })
    expect(await remove(body.id, { 'if-match': '"2"' })).toMatchObject({ status: 204 })
  })
})
