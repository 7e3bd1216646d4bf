import { describe, expect, it } from 'vitest'
import { createTestAccount } from '../harness/accounts.ts'
import { eventually } from '../harness/eventually.ts'
import type { TestHub } from '../harness/hub.ts'
import { idOf, startReportHub, table } from '../harness/report-hub.ts'
import { acknowledge, openStoreHub } from '../harness/store-folder.ts'
import { createTusUpload } from '../harness/tus-client.ts'
import { message42 } from '../imports/messages.ts'

/** Webhook events other than a changed status: what was received, and what stores answer. */

const webhooksPath = '/api/v1/distributor/webhooks'

type Told = readonly [type: string, data: Record<string, string>]

/** A webhook of an account; resolves with its messages, oldest first, once there are this many. */
async function listen(hub: TestHub, key: string): Promise<(count: number) => Promise<Told[]>> {
  const eventTypes = ['delivery.acknowledged', 'import.finished', 'report.applied']
  const body = { url: 'https://label.example/hooks', eventTypes }
  const made = await hub.json('POST', webhooksPath, { key, body })
  expect(made.status).toBe(201)
  return (count) =>
    eventually(
      async () => {
        const { data } = (await hub.json('GET', `${webhooksPath}/${made.body.id}/messages`, { key })).body
        const told: Told[] = data.map(({ type, data: said }: { type: string; data: Told[1] }) => [type, said])
        return told.length >= count && told.reverse()
      },
      { what: `${count} messages` },
    )
}

describe('webhooks', () => {
  it('receive each answer of a store', async () => {
    const store = await openStoreHub()
    const { hub, fixture } = store
    const told = await listen(hub, fixture.key)
    const { id: outlet, folder } = await store.addStore()
    const release = await store.submit(outlet)
    const { messageId } = await store.nthMessage(folder, 1)
    await acknowledge(folder, messageId, 'FileOK')
    await store.reach(release.id, 'live')
    const [delivery] = (await fixture.get(release.id)).body.deliveries
    expect(await told(1)).toEqual([
      ['delivery.acknowledged', { id: delivery.id, releaseId: release.id, messageId, status: 'FileOK' }],
    ])
  })

  it('receive the result of an import', async () => {
    const { hub, fixture } = await openStoreHub()
    const told = await listen(hub, fixture.key)
    const bring = async (xml: string): Promise<string> =>
      (await fixture.post('/api/v1/music-distributor/imports', { message: Buffer.from(xml).toString('base64') })).body
        .id
    const refused = await bring('no message')
    expect(await told(1)).toEqual([['import.finished', { id: refused, status: 'refused' }]])
    const read = await bring(message42())
    const [, last] = await told(2)
    expect(last).toEqual(['import.finished', expect.objectContaining({ id: read })])
  })

  it('receive reports about their account, independent of the importer', async () => {
    const given = await startReportHub()
    const stranger = await createTestAccount(given.hub)
    const key = await given.account.key()
    const [told, foreign] = [await listen(given.hub, key), await listen(given.hub, await stranger.key())]
    const march = table('ZZ-ABC-26-00001,,Intro,big,DE,2026-03,100,,0.10,EUR')
    const byOperator = idOf(await given.bring(march))
    expect(await told(1)).toEqual([['report.applied', { id: byOperator, source: 'store' }]])
    await given.undoAll()
    const bytes = Buffer.from(march)
    const file = { size: bytes.length, filename: 'march.csv', kind: 'report', bytes }
    const { uploadId } = await createTusUpload(given.hub.url, key, file)
    const own = { uploads: [uploadId], source: 'own-store' }
    const { status, body } = await given.hub.json('POST', '/api/v1/distributor/reports', { key, body: own })
    expect(status).toBe(201)
    expect((await told(2))[1]).toEqual(['report.applied', { id: body.id, source: 'own-store' }])
    expect(await foreign(0)).toEqual([])
  })
})
