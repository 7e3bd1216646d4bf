import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../../harness/hub.ts'
import { recordMessage } from '../../harness/recorded-messages.ts'
import { type ReleaseFixture, releasesPath } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

describe('listReleaseMessages 200', () => {
  let hub: TestHub
  let fixture: ReleaseFixture
  beforeAll(async () => {
    ;({ hub, fixture } = await sharedReleaseHub())
  })
  const list = (releaseId: string, query = '') =>
    hub.json('GET', `${releasesPath}/${releaseId}/messages${query}`, { key: fixture.key })

  it('describes each message and its result', async () => {
    const { body: release } = await fixture.release({ submit: true })
    const id = await recordMessage(hub, {
      accountId: fixture.account.accountId,
      release,
      xml: '<Message>é</Message>',
      answer: { status: 'FileOK', text: 'Thank you.' },
    })
    const answer = await list(release.id)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      data: [
        {
          id,
          releaseId: release.id,
          deliveryId: release.deliveries[0].id,
          outlet: 'sandbox',
          revision: 1,
          purpose: 'offer',
          status: 'accepted',
          batch: '20260301100000000',
          size: 21,
          // printf '<Message>é</Message>' | sha256sum
          sha256: '70239e08a9db43af534038a48c267b45d8909c23250295566323cc2ce45d7143',
          createdAt: '2026-03-01T10:00:00.000Z',
          sentAt: '2026-03-01T10:00:05.000Z',
          acknowledgement: { status: 'FileOK', message: 'Thank you.' },
        },
      ],
      page: { limit: 20, nextCursor: null, hasMore: false },
    })
  })

  it('pages through the messages of this release alone, newest first, each with its status', async () => {
    const { body: release } = await fixture.release({ submit: true })
    const { body: other } = await fixture.release({ submit: true })
    const common = { accountId: fixture.account.accountId, release, xml: '<Message/>' }
    const refusal = { status: 'MetadataMissing', text: 'The composer is missing.' }
    const ids = [
      await recordMessage(hub, { ...common, round: 1, sentAt: null }),
      await recordMessage(hub, { ...common, round: 2, answer: refusal }),
      await recordMessage(hub, { ...common, round: 3 }),
      await recordMessage(hub, { ...common, round: 4, purpose: 'takedown', sentAt: null }),
    ].reverse()
    await recordMessage(hub, { ...common, release: other })
    const { body: first } = await list(release.id, '?limit=3&count=true')
    expect(first.page).toEqual({ limit: 3, nextCursor: expect.any(String), hasMore: true, total: 4 })
    const { body: second } = await list(release.id, `?limit=3&cursor=${first.page.nextCursor}`)
    expect(second.page).toEqual({ limit: 3, nextCursor: null, hasMore: false })
    const all = [...first.data, ...second.data]
    expect(all.map((message: Record<string, unknown>) => [message.id, message.purpose, message.status])).toEqual([
      [ids[0], 'takedown', 'waiting'],
      [ids[1], 'offer', 'sent'],
      [ids[2], 'offer', 'refused'],
      [ids[3], 'offer', 'dropped'],
    ])
    expect(all[2].acknowledgement).toEqual({ status: 'MetadataMissing', message: 'The composer is missing.' })
  })

  it('is an empty page while the release has no messages', async () => {
    const { body: draft } = await fixture.release()
    expect((await list(draft.id, '?count=true')).body).toEqual({
      data: [],
      page: { limit: 20, nextCursor: null, hasMore: false, total: 0 },
    })
  })
})
