import { beforeAll, describe, expect, it } from 'vitest'
import {
  acknowledge,
  addStoresTo,
  type Sent,
  type StoreHub,
  senderEnvironment,
} from '../../../server/test/harness/store-folder.ts'
import { type HubFixture, openHubFixture } from '../harness/hub-fixture.ts'

/** Alike wherever people read it. */
const instant = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ`

describe('what a store was sent', () => {
  let fixture: HubFixture
  let store: StoreHub
  let outlet: string
  let releaseId: string
  let sent: Sent
  beforeAll(async () => {
    fixture = await openHubFixture({ environment: senderEnvironment })
    store = await addStoresTo(fixture.hub, fixture.releases)
    const { id, folder } = await store.addStore()
    outlet = id
    releaseId = (await store.submit(id)).id
    sent = await store.nthMessage(folder, 1)
    await acknowledge(folder, sent.messageId, 'FileOK')
    await store.reach(releaseId, 'live')
  }, 240_000)

  it('is listed with the answer of the store', async () => {
    const shown = await fixture.shown(['releases', 'messages', releaseId], { columns: 200 })
    expect(shown.stdout).toMatch(new RegExp(`${sent.messageId} +${outlet} +offer +1 +accepted +${instant} +FileOK`))
    expect(await fixture.json(['releases', 'messages', releaseId])).toMatchObject({ data: [{ id: sent.messageId }] })
    const { body: draft } = await fixture.releases.release()
    const nothing = await fixture.shown(['releases', 'messages', draft.id], { columns: 200 })
    expect(nothing.stdout).toContain('No messages were sent to stores yet.')
  })

  it('comes byte for byte, by an id as tables shorten it', async () => {
    const { code, stdout } = await fixture.spindle(['releases', 'message', releaseId, sent.messageId.slice(-8)])
    expect([code, stdout]).toEqual([0, sent.xml])
    const unknown = await fixture.spindle(['releases', 'message', releaseId, 'msg_…0000'])
    expect(unknown.stderr).toContain('No message has an id that starts or ends with "msg_…0000"')
  })

  it('is proved by the hub', async () => {
    const { payload } = await fixture.json(['releases', 'proof', releaseId, sent.messageId])
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({ message: { id: sent.messageId } })
  })

  it('is compared with what an update would say', async () => {
    const diff = ['releases', 'ern', releaseId, '--outlet', outlet, '--diff']
    expect((await fixture.shown(diff, { columns: 300 })).stdout).toContain('Nothing changes.')
    await fixture.releases.patch(releaseId, { label: 'Red Lamp' })
    const { stdout } = await fixture.shown(diff, { columns: 300 })
    expect(stdout).toMatch(new RegExp(`Compared with ${sent.messageId}, revision 1, sent ${instant}:`))
    expect(stdout).toContain('The label changes from “Blue Lamp” to “Red Lamp”.')
    expect(stdout).toMatch(/- <FullName>Blue Lamp<.*\s+.*\+ <FullName>Red Lamp</)
    expect(await fixture.json(diff)).toMatchObject({ changes: [{ pointer: '/label' }] })
    const { body: draft } = await fixture.releases.release()
    const whole = await fixture.shown(['releases', 'ern', draft.id, '--outlet', outlet, '--diff'], { columns: 300 })
    expect(whole.stdout).toContain(`${outlet} does not have this release yet`)
    const missing = await fixture.spindle(['releases', 'ern', releaseId, '--diff'])
    expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('--outlet is missing')])
  })
})
