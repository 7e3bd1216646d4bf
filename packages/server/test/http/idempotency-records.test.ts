import { describe, expect, it } from 'vitest'
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
