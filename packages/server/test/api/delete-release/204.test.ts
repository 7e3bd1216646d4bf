import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../../harness/hub.ts'
import { type ReleaseFixture, releasesPath } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

describe('deleteRelease 204', () => {
  let hub: TestHub
  let fixture: ReleaseFixture
  beforeAll(async () => {
    ;({ hub, fixture } = await sharedReleaseHub())
  })

  it('removes the draft: its uploads and its externalId are free, its id stays burnt', async () => {
    const { body } = await fixture.release({ externalId: 'free-again' })
    const answer = await hub.json('DELETE', `${releasesPath}/${body.id}`, { key: fixture.key })
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
})
