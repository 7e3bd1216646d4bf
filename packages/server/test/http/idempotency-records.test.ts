import { describe, expect, it } from 'vitest'
import { forgetOldRecords } from '../../src/http/idempotency/record-queries.ts'
import { rawExchange } from '../harness/raw-exchange.ts'
import { openReleaseHub, releasesPath } from '../harness/releases.ts'

describe('the record of an idempotent request', async () => {
  const { hub, fixture } = await openReleaseHub({ role: 'api' })
  const { key } = fixture

  const largestRecord = async (): Promise<number> => {
    const row = await hub.opened.database.system.row<{ bytes: number }>(
      'select max(octet_length(answer)) as bytes from idempotency_records',
    )
    return row?.bytes ?? 0
  }

  it('holds at most 64 KiB, and a repeated request is answered with the release as it is now', async () => {
    const uploadId = await fixture.audio()
    const tracks = Array.from({ length: 200 }, (_, index) => ({ title: `${index} ${'x'.repeat(190)}`, uploadId }))
    const created = await fixture.post(releasesPath, { title: 'Long', type: 'album', tracks })
    expect(created.status).toBe(201)
    const clone = () => fixture.post(`${releasesPath}/${created.body.id}/clone`, {}, { 'idempotency-key': 'one clone' })
    const [first, again] = [await clone(), await clone()]
    expect(JSON.stringify(first.body).length).toBeGreaterThan(65_536)
    expect(await largestRecord()).toBeLessThan(65_536 + 1_024)
    expect(again.status).toBe(201)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(again.headers.get('location')).toBe(first.headers.get('location'))
    expect(again.body).toEqual(first.body)
    const { body: list } = await hub.json('GET', `${releasesPath}?limit=100`, { key })
    expect(list.data).toHaveLength(2)
  })

  describe('that is a day old', () => {
    const { system, transaction } = hub.opened.database
    let uploadId: string | undefined
    /** Moves all records this far into the past. */
    const age = (interval: string) =>
      system.execute(
        `update idempotency_records set created_at = created_at - $1::interval,
                slot = idempotency_slot(created_at - $1::interval)`,
        [interval],
      )
    const create = async (idempotencyKey: string) => {
      uploadId ??= await fixture.audio()
      const body = { title: idempotencyKey, type: 'single', tracks: [{ title: 'Song', uploadId }] }
      const answer = await fixture.post(releasesPath, body, { 'idempotency-key': idempotencyKey })
      expect(answer.status).toBe(201)
      return { id: answer.body.id, isReplayed: answer.headers.get('idempotency-replayed') === 'true' }
    }

    it('still answers after 23 hours and 59 minutes, also across midnight, and no longer after 24 hours', async () => {
      const first = await create('a day')
      await age('23 hours 59 minutes')
      expect(await create('a day')).toEqual({ id: first.id, isReplayed: true })
      await age('1 minute')
      const second = await create('a day')
      expect(second.isReplayed).toBe(false)
      expect(second.id).not.toBe(first.id)
      expect(await create('a day')).toEqual({ id: second.id, isReplayed: true })
    })

    it('answers with the latest record if the partition of its day still has one of four days ago', async () => {
      const first = await create('four days')
      await age('4 days')
      const second = await create('four days')
      expect([first.isReplayed, second.isReplayed]).toEqual([false, false])
      expect(await create('four days')).toEqual({ id: second.id, isReplayed: true })
    })

    it('is forgotten with all others of its day, and no row is deleted for it', async () => {
      await system.execute('delete from idempotency_records')
      for (const day of [0, 1, 2]) {
        await create(`day ${day}`)
        await system.execute(
          `update idempotency_records set created_at = created_at - make_interval(days => $1),
                  slot = idempotency_slot(created_at - make_interval(days => $1)), operation = $2
           where operation not like 'day%'`,
          [day, `day ${day}`],
        )
      }
      const files = () =>
        system.rows<{ file: number }>(
          `select pg_relation_filenode(format('idempotency_records_%s', idempotency_slot(now() - make_interval(days => d)))::regclass)
             as file from generate_series(0, 3) d order by d`,
        )
      const before = await files()
      await transaction(forgetOldRecords)
      await transaction(forgetOldRecords)
      expect(await system.rows('select operation from idempotency_records order by 1')).toEqual([
        { operation: 'day 0' },
        { operation: 'day 1' },
      ])
      // A partition that was emptied as a whole has a new file; an empty one was not touched.
      const after = await files()
      expect(after.map(({ file }, day) => file !== before[day]?.file)).toEqual([false, false, true, false])
    })
  })

  it('renders a long answer of a change again, too', async () => {
    const uploadId = await fixture.audio()
    const tracks = Array.from({ length: 200 }, (_, index) => ({ title: `${index} ${'y'.repeat(190)}`, uploadId }))
    const created = await fixture.post(releasesPath, { title: 'Longer', type: 'album', tracks })
    const change = () => fixture.patch(created.body.id, { title: 'Longest' }, { 'idempotency-key': 'one change' })
    const [first, again] = [await change(), await change()]
    expect([first.status, again.status]).toEqual([200, 200])
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(again.body).toEqual(first.body)
  })

  it('is not made for two Idempotency-Key fields: which one would count?', async () => {
    const { port } = new URL(hub.url)
    const tracks = [{ title: 'Twice', uploadId: await fixture.audio() }]
    const body = JSON.stringify({ title: 'Twice', type: 'single', tracks })
    const received = await rawExchange(
      hub.url,
      `POST ${releasesPath} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX-API-Key: ${key}\r\nIdempotency-Key: a\r\nIdempotency-Key: b\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
    )
    expect(received).toMatch(/^HTTP\/1\.1 400 /)
    expect(received).toContain('Idempotency-Key')
  })
})
