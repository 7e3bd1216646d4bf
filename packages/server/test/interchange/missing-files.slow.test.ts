import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { releasesPath } from '../harness/releases.ts'
import { acknowledge, openQuickStoreHub, readLaterAnswers, type StoreHub } from '../harness/store-folder.ts'

/** Stores that report a missing file receive the message again with all files. */

describe('a store that misses files', () => {
  let store: StoreHub
  beforeAll(async () => {
    store = await openQuickStoreHub()
  })
  const filesOf = async (folder: string, batch: string): Promise<number> =>
    (await readdir(join(folder, batch), { recursive: true })).filter((name) => /\.(wav|jpg)$/.test(name)).length
  const messagesOf = async (id: string) =>
    (await store.hub.json('GET', `${releasesPath}/${id}/messages`, { key: store.fixture.key })).body.data
  const countOf = (events: { type: string }[], wanted: string): number =>
    events.filter(({ type }) => type === wanted).length

  it('is sent them again three times, and then the delivery fails with its words', async () => {
    const { id: outlet, folder } = await store.addStore()
    const { id } = await store.submit(outlet)
    for (const count of [1, 2, 3, 4]) {
      const { messageId, batch } = await store.nthMessage(folder, count)
      expect(await filesOf(folder, batch)).toBe(2)
      await acknowledge(folder, messageId, 'ResourceMissing', `No T1 in ${count}.`)
    }
    const failed = await store.fixture.until(id, ({ status }) => status === 'delivery_failed')
    expect(failed.deliveries).toMatchObject([
      { status: 'refused', reason: { code: 'resource_missing', message: 'No T1 in 4.' } },
    ])
    const messages = await messagesOf(id)
    expect(messages.map(({ acknowledgement }: { acknowledgement: unknown }) => acknowledgement)).toEqual(
      [4, 3, 2, 1].map((count) => ({ status: 'ResourceMissing', message: `No T1 in ${count}.` })),
    )
    expect(new Set(messages.map((message: { id: string }) => message.id)).size).toBe(4)
    const { data } = (await store.fixture.events(id)).body
    expect([countOf(data, 'delivery.failed'), countOf(data, 'delivery.refused')]).toEqual([3, 1])
    expect(data.find(({ type }: { type: string }) => type === 'delivery.failed')).toMatchObject({
      reason: 'No T1 in 3.',
      data: { messageId: messages[1].id, code: 'resource_missing' },
    })
  })

  it('has an update again with the files that it seemed to have', async () => {
    const { id: outlet, folder } = await store.addStore()
    const { id } = await store.submit(outlet)
    await acknowledge(folder, (await store.nthMessage(folder, 1)).messageId, 'FileOK')
    await store.reach(id, 'live')
    await store.fixture.patch(id, { label: 'Red Lamp' })
    await store.fixture.act(id, 'submit')
    const update = await store.nthMessage(folder, 2)
    expect(await filesOf(folder, update.batch)).toBe(0)
    await acknowledge(folder, update.messageId, 'ResouceBinariesMissing')
    const again = await store.nthMessage(folder, 3)
    expect(await filesOf(folder, again.batch)).toBe(2)
    await acknowledge(folder, again.messageId, 'FileOK')
    await store.fixture.until(id, ({ deliveries: [delivery] }) => delivery.status === 'live' && delivery.revision === 2)
    expect((await store.fixture.get(id)).body.status).toBe('live')
  })

  it('is reported later, and each acknowledgement is read once', async () => {
    const { id: outlet, folder } = await store.addStore()
    const { id } = await store.submit(outlet)
    const first = await store.nthMessage(folder, 1)
    await acknowledge(folder, first.messageId, 'FileOK')
    await store.reach(id, 'live')
    await acknowledge(folder, first.messageId, 'ResourceMissing', 'T1 is gone.')
    await readLaterAnswers(store.hub)
    const second = await store.nthMessage(folder, 2)
    expect(await filesOf(folder, second.batch)).toBe(2)
    // Of the previous message, which the second one has replaced.
    await acknowledge(folder, first.messageId, 'ResourceMissing', 'T1 is still gone.')
    await acknowledge(folder, second.messageId, 'FileOK')
    await store.reach(id, 'live')
    await readLaterAnswers(store.hub)
    await readLaterAnswers(store.hub)
    const { data } = (await store.fixture.events(id)).body
    expect(countOf(data, 'delivery.failed')).toBe(1)
    expect(data.find(({ type }: { type: string }) => type === 'delivery.failed')).toMatchObject({
      reason: 'T1 is gone.',
      data: { messageId: first.messageId },
    })
    expect(await messagesOf(id)).toHaveLength(2)
    expect((await store.fixture.get(id)).body.status).toBe('live')

    // The store finally withdraws it for good.
    for (const count of [2, 3, 4]) {
      const { messageId } = await store.nthMessage(folder, count)
      await acknowledge(folder, messageId, 'ResourceMissing', `T1 is gone, ${count}.`)
      if (count === 2) await readLaterAnswers(store.hub)
    }
    const failed = await store.fixture.until(id, ({ status }) => status === 'delivery_failed')
    expect(failed.deliveries).toMatchObject([
      { status: 'refused', liveAt: null, reason: { message: 'T1 is gone, 4.' } },
    ])
    expect(await messagesOf(id)).toHaveLength(4)
  })
})
