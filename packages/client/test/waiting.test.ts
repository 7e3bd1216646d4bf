import { beforeAll, describe, expect, it } from 'vitest'
import { ConnectionError, findRefusals, type Release, Spindle, WaitError } from '../src/index.ts'
import { hangUp, json, problem, type ScriptedServer, startScriptedServer } from './harness/scripted-server.ts'

let server: ScriptedServer
let client: Spindle
beforeAll(async () => {
  server = await startScriptedServer()
  client = new Spindle({ baseUrl: server.url, apiKey: 'the-key', maxRetries: 0 })
})

const is = (status: string, more: object = {}) => json(200, { id: 'rel_1', status, deliveries: [], ...more })
const quickly = { pollMs: 1, timeoutMs: 60_000 }
/** A day that no test lives to see. */
const farDay = '2999-03-05'

describe('waiting for a release', () => {
  it('ends at the requested status', async () => {
    server.play(is('submitted'), is('delivering'), is('live'))
    await expect(client.releases.waitFor('rel_1', quickly)).resolves.toMatchObject({ status: 'live' })
    expect(server.seen).toHaveLength(3)
  })

  it.each(['live', 'scheduled'])('for delivered ends when it is %s', async (status) => {
    server.play(is('delivering'), is(status, { releaseDate: farDay }))
    const release = await client.releases.waitFor('rel_1', { ...quickly, status: 'delivered' })
    expect(release.status).toBe(status)
  })

  it('for live ends at once, and names the day, when the release date is beyond the time limit', async () => {
    server.play(is('scheduled', { releaseDate: farDay }))
    const error: unknown = await client.releases.waitFor('rel_1', quickly).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(WaitError)
    expect(error).toMatchObject({ code: 'wait_too_long', last: { status: 'scheduled' } })
    expect(String(error)).toContain(`will go live on ${farDay}`)
    expect(server.seen).toHaveLength(1)
  })

  it('for live continues when the release date has come and the outlets are about to follow', async () => {
    server.play(is('scheduled', { releaseDate: '2020-01-01' }), is('live'))
    await expect(client.releases.waitFor('rel_1', quickly)).resolves.toMatchObject({ status: 'live' })
  })

  it.each([
    ['a lost connection', hangUp],
    ['a hub that is stopping', problem(503, 'shutting_down')],
    ['a hub that has more work than it can do', problem(503, 'overloaded', { 'retry-after': '0' })],
    ['a database that is away', problem(503, 'database_unavailable')],
    ['a proxy without a hub behind it', problem(502, 'bad_gateway')],
  ])('outlives %s once it has begun', async (_, failure) => {
    server.play(is('delivering'), failure, failure, failure, is('live'))
    await expect(client.releases.waitFor('rel_1', quickly)).resolves.toMatchObject({ status: 'live' })
    expect(server.seen).toHaveLength(5)
  })

  it('fails at once without a response when nothing was read yet: the address may be wrong', async () => {
    server.play(hangUp)
    await expect(client.releases.waitFor('rel_1', quickly)).rejects.toBeInstanceOf(ConnectionError)
    expect(server.seen).toHaveLength(1)
  })

  it('reports the failure when the hub does not come back in time', async () => {
    server.play(is('delivering'), hangUp)
    // Long enough for a first look, which a short wait may end with.
    const options = { pollMs: 5, timeoutMs: 1_000 }
    await expect(client.releases.waitFor('rel_1', options)).rejects.toBeInstanceOf(ConnectionError)
  })

  it('does not hide that the release was deleted or the key revoked in the meantime', async () => {
    server.play(is('delivering'), problem(404, 'release_not_found'))
    await expect(client.releases.waitFor('rel_1', quickly)).rejects.toMatchObject({ code: 'release_not_found' })
    server.play(is('delivering'), problem(401, 'api_key_invalid'))
    await expect(client.releases.waitFor('rel_1', quickly)).rejects.toMatchObject({ code: 'api_key_invalid' })
  })

  it.each(['changes_requested', 'rejected', 'delivery_failed', 'taken_down'])(
    'ends at %s, which needs a person',
    async (status) => {
      server.play(is(status))
      await expect(client.releases.waitFor('rel_1', quickly)).rejects.toMatchObject({ code: 'wait_dead_end' })
    },
  )
})

describe('findRefusals', () => {
  const outlet = { id: 'sandbox', name: 'Sandbox', kind: 'sandbox' }
  const delivery = (status: string, more: object = {}) => ({
    id: 'dlv_1',
    outlet,
    status,
    reason: null,
    tracks: [],
    ...more,
  })
  const refusalsOf = (...deliveries: object[]) => findRefusals({ deliveries } as unknown as Release)
  const place = { outlet: 'Sandbox', outletId: 'sandbox', deliveryId: 'dlv_1' }
  const finding = { code: 'resource_corrupt', message: 'The audio cannot be read.' }

  it('finds nothing where every outlet has taken everything', () => {
    expect(refusalsOf(delivery('live', { tracks: [{ trackId: 'trk_1', status: 'live', finding: null }] }))).toEqual([])
  })

  it('finds the track that was refused inside a delivery that is live', () => {
    const tracks = [
      { trackId: 'trk_1', status: 'live', finding: null },
      { trackId: 'trk_2', status: 'refused', finding },
    ]
    expect(refusalsOf(delivery('live', { tracks }))).toEqual([
      { ...place, trackId: 'trk_2', status: 'refused', code: 'resource_corrupt', message: 'The audio cannot be read.' },
    ])
  })

  it('finds a refused release once, not once more for each of its tracks', () => {
    const reason = { code: 'rights_conflict', message: 'Another label has the rights.' }
    const tracks = [{ trackId: 'trk_1', status: 'refused', finding: null }]
    expect(refusalsOf(delivery('refused', { reason, tracks }))).toEqual([
      { ...place, trackId: null, status: 'refused', ...reason },
    ])
  })

  it('has a text when the outlet gave no reason', () => {
    expect(refusalsOf(delivery('failed'))).toEqual([
      { ...place, trackId: null, status: 'failed', code: 'failed', message: 'The delivery failed.' },
    ])
    expect(refusalsOf(delivery('live', { tracks: [{ trackId: 'trk_1', status: 'refused', finding: null }] }))).toEqual([
      {
        ...place,
        trackId: 'trk_1',
        status: 'refused',
        code: 'refused',
        message: 'The outlet did not accept the track.',
      },
    ])
  })
})
