import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../../harness/hub.ts'
import { recordMessage } from '../../harness/recorded-messages.ts'
import { type ReleaseFixture, releasesPath } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

describe('compareMessage 200', () => {
  let hub: TestHub
  let fixture: ReleaseFixture
  beforeAll(async () => {
    ;({ hub, fixture } = await sharedReleaseHub())
  })
  const compare = (releaseId: string) =>
    hub.json('GET', `${releasesPath}/${releaseId}/ern/diff?outlet=sandbox`, { key: fixture.key })

  it('shows in words and in XML what differs from the message that the outlet has', async () => {
    const { body: release } = await fixture.release({ submit: true })
    const preview = await hub.json('GET', `${releasesPath}/${release.id}/ern?outlet=sandbox`, { key: fixture.key })
    const { accountId } = fixture.account
    const messageId = await recordMessage(hub, { accountId, release, xml: preview.body.xml })
    const { body: changed } = await fixture.patch(release.id, { label: 'Red Lamp' })
    const { status, body } = await compare(release.id)
    expect(status).toBe(200)
    const { xml, xmlChanges, ...rest } = body
    expect(rest).toEqual({
      outlet: 'sandbox',
      revision: 2,
      against: { messageId, revision: 1, sentAt: '2026-03-01T10:00:05.000Z' },
      changes: [
        {
          pointer: '/label',
          message: 'The label changes from “Blue Lamp” to “Red Lamp”.',
          before: 'Blue Lamp',
          after: 'Red Lamp',
        },
      ],
    })
    // The message in the table is a preview, so its own header differs too.
    expect(xmlChanges).toBe(4)
    expect(xml.slice(3)).toEqual([
      {
        path: '/ern:NewReleaseMessage/PartyList/Party[3]/PartyName/FullName',
        before: '<FullName>Blue Lamp</FullName>',
        after: '<FullName>Red Lamp</FullName>',
      },
    ])
    expect((await fixture.get(release.id)).body).toEqual(changed)
  })

  it('compares with nothing while the outlet has no message', async () => {
    const { body: draft } = await fixture.release()
    expect((await compare(draft.id)).body).toEqual({
      outlet: 'sandbox',
      revision: 1,
      against: null,
      changes: [],
      xml: [],
      xmlChanges: 0,
    })
  })
})
