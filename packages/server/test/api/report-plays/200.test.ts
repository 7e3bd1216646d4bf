import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount, type TestAccount } from '../../harness/accounts.ts'
import { startTestHub, type TestHub } from '../../harness/hub.ts'
import { createLiveRelease, takeDown } from '../../harness/live-releases.ts'

const tokenA = 'a'.repeat(32)
const tokenB = 'b'.repeat(32)
const now = Date.parse('2026-05-20T12:00:00Z')
const path = '/api/integration/plays'

describe('reportPlays 200', () => {
  let hub: TestHub
  let account: TestAccount
  let trackId: string
  let trackOfB: string
  let count = 0
  const play = (members: Record<string, unknown> = {}) => ({
    id: `play-${count++}`,
    trackId,
    at: '2026-05-20T11:00:00.000Z',
    ...members,
  })
  const report = (body: unknown, bearer = tokenA) => hub.json('POST', path, { bearer, body })
  const stored = async (): Promise<Record<string, unknown>[]> =>
    hub.opened.database.system.rows('select property, id, day::text, territory from plays order by day, property, id')

  beforeAll(async () => {
    hub = await startTestHub({
      role: 'api',
      environment: { SPINDLE_INTEGRATION_TOKENS: `site-a=${tokenA}\nsite-b=${tokenB}` },
      overrides: { clock: { now: () => now } },
    })
    account = await createTestAccount(hub)
    const both = await createLiveRelease(hub, { accountId: account.accountId, properties: ['site-a', 'site-b'] })
    const onlyB = await createLiveRelease(hub, { accountId: account.accountId, properties: ['site-b'] })
    trackId = both.trackIds[0] ?? ''
    trackOfB = onlyB.trackIds[0] ?? ''
  })

  it('stores each event of a JSON array before it answers', async () => {
    const events = [
      play({ territory: 'DE', playedMs: 31_000, source: 'playlist', model: 'subscription' }),
      play({ at: '2026-05-19T23:30:00-01:00' }),
    ]
    const answer = await report(events)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ accepted: 2, duplicates: 0, refused: [] })
    expect(await stored()).toEqual([
      { property: 'site-a', id: 'play-0', day: '2026-05-20', territory: 'DE' },
      { property: 'site-a', id: 'play-1', day: '2026-05-20', territory: '' },
    ])
  })

  it('accepts NDJSON; a line that is not JSON does not affect the others', async () => {
    const body = `${JSON.stringify(play())}\n{"id":\n\n${JSON.stringify(play())}\n`
    const answer = await hub.json('POST', path, {
      bearer: tokenA,
      body,
      headers: { 'content-type': 'application/x-ndjson' },
    })
    expect(answer.body).toEqual({
      accepted: 2,
      duplicates: 0,
      refused: [{ index: 1, id: null, code: 'invalid_json', message: 'The line is not valid JSON.' }],
    })
  })

  it('counts an event id once, in one batch, in later batches and in parallel ones', async () => {
    const event = play()
    expect((await report([event, event])).body).toMatchObject({ accepted: 1, duplicates: 1 })
    expect((await report([event])).body).toMatchObject({ accepted: 0, duplicates: 1 })
    const many = Array.from({ length: 200 }, () => play())
    const answers = await Promise.all([report(many), report([...many].reverse()), report(many)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(answers.reduce((sum, { body }) => sum + body.accepted, 0)).toBe(200)
    expect(answers.reduce((sum, { body }) => sum + body.duplicates, 0)).toBe(400)
  })

  it('keeps the ids of two properties apart', async () => {
    const event = play()
    expect((await report([event])).body.accepted).toBe(1)
    expect((await report([event], tokenB)).body.accepted).toBe(1)
  })

  it('keeps the good ones of a partly bad batch and says why the others were refused', async () => {
    const unknownTrack = 'trk_01JD3MZ6V8Q4W9X2K7N5T0RHYB'
    const answer = await report([
      play({ id: 'good-1' }),
      'nonsense',
      play({ id: '' }),
      play({ id: 'x1', trackId: unknownTrack }),
      play({ id: 'x2', trackId: trackOfB }),
      play({ id: 'x3', at: '2026-05-20T12:10:01.000Z' }),
      play({ id: 'x4', at: '2026-02-18T23:59:59.999Z' }),
      play({ id: 'x5', at: '2026-02-30T00:00:00Z' }),
      play({ id: 'x6', territory: 'XX' }),
      play({ id: 'x7', playedMs: -1 }),
      play({ id: 'x8', source: 'telepathy' }),
      play({ id: 'x9', model: 'barter' }),
      play({ id: 'x10', listener: 'me' }),
      play({ id: 'good-2', at: '2026-05-20T12:09:59.000Z' }),
      play({ id: 'good-3', at: '2026-02-19T00:00:00.000Z' }),
    ])
    expect(answer.status).toBe(200)
    expect(answer.body.accepted).toBe(3)
    expect(answer.body.refused.map(({ index, id, code }: Record<string, unknown>) => [index, id, code])).toEqual([
      [1, null, 'invalid_member'],
      [2, null, 'invalid_member'],
      [3, 'x1', 'track_unknown'],
      [4, 'x2', 'track_unknown'],
      [5, 'x3', 'in_future'],
      [6, 'x4', 'too_old'],
      [7, 'x5', 'invalid_member'],
      [8, 'x6', 'invalid_member'],
      [9, 'x7', 'invalid_member'],
      [10, 'x8', 'invalid_member'],
      [11, 'x9', 'invalid_member'],
      [12, 'x10', 'unknown_member'],
    ])
  })

  it('answers for a track that is live elsewhere as for an unknown one', async () => {
    const unknown = await report([play({ id: 'same', trackId: 'trk_01JD3MZ6V8Q4W9X2K7N5T0RHYB' })])
    const elsewhere = await report([play({ id: 'same', trackId: trackOfB })])
    expect(elsewhere.body).toEqual(unknown.body)
  })

  it('accepts plays from before a takedown, and refuses plays from after it', async () => {
    const release = await createLiveRelease(hub, {
      accountId: account.accountId,
      properties: ['site-a'],
      liveAt: '2026-05-01T00:00:00Z',
    })
    const [gone] = release.trackIds
    await takeDown(hub, { accountId: account.accountId, releaseId: release.releaseId, property: 'site-a' })
    await hub.opened.database.system.execute(
      `update feed_entries set live_until = '2026-05-10T00:00:00Z' where track_id = $1`,
      [gone ?? ''],
    )
    const answer = await report([
      play({ id: 'before', trackId: gone, at: '2026-05-09T23:00:00Z' }),
      play({ id: 'after', trackId: gone, at: '2026-05-10T00:10:01Z' }),
      play({ id: 'too-early', trackId: gone, at: '2026-04-30T23:49:00Z' }),
    ])
    expect(answer.body).toEqual({
      accepted: 1,
      duplicates: 0,
      refused: [
        {
          index: 1,
          id: 'after',
          code: 'track_not_live',
          message: 'The track was not live at this property at that time.',
        },
        {
          index: 2,
          id: 'too-early',
          code: 'track_not_live',
          message: 'The track was not live at this property at that time.',
        },
      ],
    })
  })

  it('takes an id with every printable character', async () => {
    const id = '{"a\\b",NULL} \'$1;--'
    expect((await report([play({ id })])).body.accepted).toBe(1)
    expect((await stored()).map((row) => row.id)).toContain(id)
    expect((await report([play({ id: 'NULL' })])).body.accepted).toBe(1)
  })

  it('accepts ten thousand events in one batch, and an empty batch', async () => {
    const events = Array.from({ length: 10_000 }, () => play())
    expect((await report(events)).body).toEqual({ accepted: 10_000, duplicates: 0, refused: [] })
    expect((await report([])).body).toEqual({ accepted: 0, duplicates: 0, refused: [] })
  })
})
