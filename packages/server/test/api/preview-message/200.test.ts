import { beforeAll, describe, expect, it } from 'vitest'
import { hasErnSchema, schemaErrors } from '../../harness/ern-schema.ts'
import type { TestHub } from '../../harness/hub.ts'
import { openReleaseHub, type ReleaseFixture, releasesPath } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

describe('previewMessage 200', () => {
  let hub: TestHub
  let fixture: ReleaseFixture
  beforeAll(async () => {
    const environment = { SPINDLE_DPID: 'PADPIDA2099010101A', SPINDLE_DPID_NAME: 'Grönland & Co' }
    ;({ hub, fixture } = await openReleaseHub({ environment }))
  })
  const preview = (releaseId: string, query = '') =>
    hub.json('GET', `${releasesPath}/${releaseId}/ern${query}`, { key: fixture.key })

  it('answers the message, without sending anything', async () => {
    const { body: release } = await fixture.release({ discTitles: ['Day'] }, 2)
    const { status, body } = await preview(release.id)
    expect(status).toBe(200)
    expect(body).toMatchObject({ outlet: null, revision: 1, version: '4.3.2', profile: 'Audio', problems: [] })
    expect(body.xml).toContain('<FullName>Grönland &amp; Co</FullName>')
    expect(body.xml).toContain(
      `<HashSumValue>${Buffer.alloc(32, release.tracks[1].uploadId).toString('hex')}</HashSumValue>`,
    )
    expect(body.xml).toContain('<MessageControlType>TestMessage</MessageControlType>')
    if (hasErnSchema) expect(schemaErrors(body.xml)).toEqual([])
    expect((await preview(release.id)).body).toEqual(body)
    expect((await fixture.get(release.id)).body.deliveries).toEqual([])
  })

  it('lists what a store would refuse, and what the message does not carry', async () => {
    const { body: release } = await fixture.release({ upc: undefined, metadata: { order: '4711' } })
    const { body } = await preview(release.id, '?outlet=sandbox')
    expect(body.outlet).toBe('sandbox')
    expect(body.problems).toMatchObject([{ code: 'identifier_invalid', pointer: '/upc' }])
    expect(body.notCarried).toContainEqual({ pointer: '/metadata', message: 'Your own data is never sent.' })
  })

  it('misses the party id of a hub that has none', async () => {
    const other = await sharedReleaseHub()
    const { body: release } = await other.fixture.release()
    const { body } = await other.hub.json('GET', `${releasesPath}/${release.id}/ern`, { key: other.fixture.key })
    expect(body.problems).toMatchObject([{ code: 'metadata_missing', pointer: '' }])
  })
})
