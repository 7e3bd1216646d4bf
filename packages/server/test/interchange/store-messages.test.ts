import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../harness/eventually.ts'
import { releasesPath } from '../harness/releases.ts'
import { acknowledge, openStoreHub, type StoreHub } from '../harness/store-folder.ts'

describe('the messages of a release', () => {
  let store: StoreHub
  beforeAll(async () => {
    store = await openStoreHub()
  })
  const list = (releaseId: string, query = '') =>
    store.hub.json('GET', `${releasesPath}/${releaseId}/messages${query}`, { key: store.fixture.key })
  const get = (releaseId: string, messageId: string, headers: Record<string, string> = {}) =>
    store.hub.request(`${releasesPath}/${releaseId}/messages/${messageId}`, {
      headers: { 'x-api-key': store.fixture.key, ...headers },
    })

  it('are listed with what became of them, and come byte for byte', async () => {
    const { id: outlet, folder } = await store.addStore()
    const release = await store.submit(outlet)
    const first = await store.nthMessage(folder, 1)
    await store.reach(release.id, 'sent')
    const sha256 = createHash('sha256').update(first.xml).digest('hex')
    const { body: waiting } = await list(release.id)
    expect(waiting.data).toEqual([
      {
        id: first.messageId,
        releaseId: release.id,
        deliveryId: expect.stringMatching(/^dlv_/),
        outlet,
        revision: 1,
        purpose: 'offer',
        status: 'sent',
        batch: first.batch,
        size: Buffer.byteLength(first.xml),
        sha256,
        createdAt: expect.any(String),
        sentAt: expect.any(String),
        acknowledgement: null,
      },
    ])
    await acknowledge(folder, first.messageId, 'FileOK', 'Thank you.')
    await store.reach(release.id, 'live')
    await store.fixture.act(release.id, 'takedown', { reason: 'Rights have ended.' })
    const second = await store.nthMessage(folder, 2)
    // The package is sent a moment before the hub records that.
    const { body: all } = await eventually(
      async () => {
        const answer = await list(release.id, '?limit=1&count=true')
        return answer.body.data[0]?.status === 'sent' && answer
      },
      { what: 'the takedown to be sent' },
    )
    expect(all.data).toMatchObject([{ id: second.messageId, purpose: 'takedown', status: 'sent' }])
    expect(all.page.total).toBe(2)
    const { body: rest } = await list(release.id, `?limit=1&cursor=${all.page.nextCursor}`)
    expect(rest.data).toMatchObject([
      { id: first.messageId, status: 'accepted', acknowledgement: { status: 'FileOK', message: 'Thank you.' } },
    ])
    expect(rest.page.nextCursor).toBeNull()

    const answer = await get(release.id, first.messageId)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/xml',
      'content-disposition': `attachment; filename="${first.messageId}.xml"`,
      'repr-digest': `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`,
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      etag: `"${sha256}"`,
    })
    expect(await answer.text()).toBe(first.xml)
    expect((await get(release.id, first.messageId, { 'if-none-match': `"${sha256}"` })).status).toBe(304)
    const part = await get(release.id, first.messageId, { range: 'bytes=5-20' })
    expect([part.status, await part.text()]).toEqual([206, first.xml.slice(5, 21)])
  })

  it('count among the metadata of the account as they are compressed', async () => {
    const { id: outlet, folder } = await store.addStore()
    const { system } = store.hub.opened.database
    const countBytes = async () =>
      (await system.row(
        `select (select sum(document_bytes)::int from account_usage where account_id = $1) as used,
                ((select sum(document_bytes) from releases where account_id = $1)
                 + (select sum(document_bytes) from release_revisions where account_id = $1))::int as releases,
                (select sum(counted_bytes + octet_length(files))::int from store_messages where account_id = $1) as messages`,
        [store.fixture.account.accountId],
      )) as { used: number; releases: number; messages: number }
    const before = await countBytes()
    await store.submit(outlet)
    const { xml } = await store.nthMessage(folder, 1)
    const after = await countBytes()
    const counted = after.messages - before.messages
    expect(counted).toBeGreaterThan(500)
    // Half already for a message of one track, whose parts repeat least.
    expect(counted).toBeLessThan(Buffer.byteLength(xml) / 2)
    expect(after.used).toBe(after.releases + after.messages)
  })

  it("show the store's objections", async () => {
    const { id: outlet, folder } = await store.addStore()
    const release = await store.submit(outlet)
    const { messageId } = await store.nthMessage(folder, 1)
    await acknowledge(folder, messageId, 'MetadataMissing', 'The composer is missing.')
    await store.reach(release.id, 'refused')
    expect((await list(release.id)).body.data).toMatchObject([
      { status: 'refused', acknowledgement: { status: 'MetadataMissing', message: 'The composer is missing.' } },
    ])
  })
})
