import { describe, expect, it } from 'vitest'
import { bodyOf } from '../../harness/recordings.ts'
import { createReleaseFixture, releasesPath } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

describe('getRecording 404', () => {
  it('answers for a draft and for another account as for an ISRC that never existed', async () => {
    const { hub } = await sharedReleaseHub()
    const [fixture, other] = await Promise.all([createReleaseFixture(hub, 'One'), createReleaseFixture(hub, 'Other')])
    const create = async (isrc: string, changes: object) =>
      fixture.post(releasesPath, await bodyOf(fixture, [[await fixture.audio(), isrc]], changes))
    await create('ZZABC2700105', { submit: true })
    await create('ZZABC2700106', {})
    const ask = async (isrc: string, { account } = fixture) => {
      const key = await account.key(['catalog:read'])
      const { status, body } = await hub.json('GET', `/api/v1/distributor/recordings/${isrc}`, { key })
      return { status, body: { ...body, requestId: null } }
    }
    const never = await ask('ZZABC2700199')
    expect([never.status, never.body.error]).toEqual([404, 'recording_not_found'])
    expect(await ask('ZZABC2700106')).toEqual(never)
    expect(await ask('nonsense')).toEqual(never)
    expect(await ask('ZZABC2700105', other)).toEqual(never)
    expect((await ask('ZZABC2700105')).status).toBe(200)
  })
})
