import { describe, expect, it } from 'vitest'
import { openWebhookAccount } from '../../harness/webhooks.ts'

const idsOf = (body: { data: { id: string }[] }): string[] => body.data.map(({ id }) => id)

describe('listWebhookMessages 200', () => {
  it('answers the messages of one webhook, newest first, each with its last attempt', async () => {
    const { ask, attempt, create, message } = await openWebhookAccount()
    const [{ id }, { id: other }] = [await create(), await create()]
    const [first, second] = [await message(id), await message(id)]
    await message(other)
    await attempt(first, 1, 503)
    await attempt(first, 2, 204)
    const { status, body } = await ask('GET', `/${id}/messages`)
    expect(status).toBe(200)
    expect(body.page).toEqual({ limit: 20, nextCursor: null, hasMore: false })
    expect(idsOf(body)).toEqual([second, first])
    expect(body.data[0]).toMatchObject({ status: 'pending', attempts: 0, lastAttempt: null })
    expect(body.data[1]).toEqual({
      id: first,
      type: 'endpoint.test',
      status: 'delivered',
      createdAt: expect.any(String),
      data: { webhookId: id },
      releaseTitle: null,
      attempts: 2,
      nextAttemptAt: null,
      endedAt: expect.any(String),
      lastAttempt: {
        number: 2,
        at: '2026-05-01T08:02:00.000Z',
        durationMs: 12,
        statusCode: 204,
        failure: null,
        answer: '',
      },
    })
  })

  it('names the release of each event by its current title, until it is deleted', async () => {
    const { ask, create, fixture, hub, key } = await openWebhookAccount()
    const { id } = await create({ eventTypes: ['release.status_changed', 'upload.status_changed'] })
    const { body: night } = await fixture.release({ title: 'Night' })
    const titles = async () => {
      const { body } = await ask('GET', `/${id}/messages`)
      return body.data.map(({ type, releaseTitle }: { type: string; releaseTitle: string }) => [type, releaseTitle])
    }
    const ofRelease = async () => (await titles()).filter(([type]: string[]) => type === 'release.status_changed')
    expect(await ofRelease()).toEqual([['release.status_changed', 'Night']])
    expect(await titles()).toContainEqual(['upload.status_changed', null])
    expect((await fixture.patch(night.id, { title: 'Night Drive' })).status).toBe(200)
    expect(await ofRelease()).toEqual([['release.status_changed', 'Night Drive']])
    const path = `/api/v1/music-distributor/releases/${night.id}`
    expect((await hub.json('DELETE', path, { key })).status).toBe(204)
    expect(await ofRelease()).toEqual([
      ['release.status_changed', null],
      ['release.status_changed', null],
    ])
  })

  it('pages, counts, and takes only those of a status', async () => {
    const { ask, attempt, create, message } = await openWebhookAccount()
    const { id } = await create()
    const ids: string[] = []
    for (let count = 0; count < 3; count++) ids.unshift(await message(id))
    await attempt(ids[1] ?? '', 1, 200)
    const { body: first } = await ask('GET', `/${id}/messages?limit=2&count=true`)
    expect(first.page).toMatchObject({ hasMore: true, total: 3 })
    const { body: rest } = await ask('GET', `/${id}/messages?limit=2&cursor=${first.page.nextCursor}`)
    expect([...idsOf(first), ...idsOf(rest)]).toEqual(ids)
    expect(rest.page).toEqual({ limit: 2, nextCursor: null, hasMore: false })
    expect(idsOf((await ask('GET', `/${id}/messages?status=delivered`)).body)).toEqual([ids[1]])
    const pending = await ask('GET', `/${id}/messages?status=pending&count=true`)
    expect([idsOf(pending.body), pending.body.page.total]).toEqual([[ids[0], ids[2]], 2])
  })
})
