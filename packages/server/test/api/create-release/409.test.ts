import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../../harness/hub.ts'
import { createReleaseFixture, type ReleaseFixture, releasesPath } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

describe('createRelease 409', () => {
  let hub: TestHub
  let fixture: ReleaseFixture
  beforeAll(async () => {
    ;({ hub, fixture } = await sharedReleaseHub())
  })

  it('keeps an externalId to one release of the account', async () => {
    expect(await fixture.release({ externalId: 'cat-1' })).toMatchObject({ status: 201 })
    expect(await fixture.release({ externalId: 'cat-1' })).toMatchObject({
      status: 409,
      body: { error: 'external_id_taken', errors: [{ pointer: '/externalId', code: 'external_id_taken' }] },
    })
    const other = await createReleaseFixture(hub, 'Other Records')
    expect(await other.release({ externalId: 'cat-1' })).toMatchObject({ status: 201 })
  })

  it('makes one release of many requests with one Idempotency-Key', async () => {
    const body = await fixture.body({ title: 'Only Once' })
    const headers = { 'idempotency-key': 'create-once' }
    const answers = await Promise.all(Array.from({ length: 12 }, () => fixture.post(releasesPath, body, headers)))
    for (const { status, body: answer } of answers)
      expect(status === 201 || (status === 409 && answer.error === 'idempotency_in_progress')).toBe(true)
    const again = await fixture.post(releasesPath, body, headers)
    expect(again.status).toBe(201)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    const ids = answers.filter(({ status }) => status === 201).map(({ body: answer }) => answer.id)
    expect(new Set([...ids, again.body.id]).size).toBe(1)
    const list = await hub.json('GET', `${releasesPath}?query=only+once&count=true`, { key: fixture.key })
    expect(list.body.page.total).toBe(1)
  })
})
