import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../../harness/hub.ts'
import {
  askAsSiteA,
  type OfferedMaster,
  offerMaster,
  sharedPropertyHub,
  tokenOfSiteA,
  tokenOfSiteB,
} from '../../harness/shared-property-hub.ts'
import { audioPathOf, startSigningHub } from '../../harness/signing-hub.ts'

const ask = async (hub: TestHub, path: string) => {
  const { status, body } = await hub.json('GET', path)
  return { status, body: { ...body, requestId: null } }
}

describe('getSignedAudio 403', () => {
  let hub: TestHub
  let offered: OfferedMaster
  let path: string
  beforeAll(async () => {
    hub = await sharedPropertyHub()
    offered = await offerMaster(hub, Buffer.from('audio'))
    path = await audioPathOf(hub, offered.releaseId)
  })

  it('refuses a changed address as one that names nothing, by one document', async () => {
    const other = await offerMaster(hub, Buffer.from('other'))
    const refused = await ask(hub, path.replace(/signature=.*/, 'signature=x'))
    expect(refused).toMatchObject({
      status: 403,
      body: { error: 'address_refused', detail: 'The signed address is not valid, or it has expired.' },
    })
    const changed = [
      path.replace(offered.trackId, other.trackId),
      path.replace(offered.trackId, 'trk_01JD3MZ6V8Q4W9X2K7N5T0RHYB'),
      path.replace('site-a', 'site-b'),
      path.replace('site-a', 'nowhere'),
      path.replace(/expires=(\d+)/, (_, expires: string) => `expires=${Number(expires) + 1}`),
      path.replace(/expires=\d+/, 'expires=9999999999'),
      path.replace(/signature=.*/, `signature=${'A'.repeat(43)}`),
    ]
    for (const one of changed) expect([one, await ask(hub, one)]).toEqual([one, refused])
  })

  it('takes no token in place of a signature', async () => {
    const response = await askAsSiteA(hub, path.replace(/signature=.*/, 'signature=x'))
    expect(response.status).toBe(403)
  })

  it('refuses an address that is bound to another client', async () => {
    const bound = (address: string) => audioPathOf(hub, offered.releaseId, { query: `?address=${address}` })
    expect((await hub.request(await bound('127.0.0.1'))).status).toBe(200)
    expect((await ask(hub, await bound('203.0.113.7'))).body.error).toBe('address_refused')
  })
})

describe('getSignedAudio 403 over time', () => {
  it('refuses an address from its end on', async () => {
    const { hub, time } = await startSigningHub()
    const { releaseId } = await offerMaster(hub, Buffer.from('audio'))
    const path = await audioPathOf(hub, releaseId)
    expect(new URLSearchParams(path.split('?')[1]).get('expires')).toBe(
      String(Date.parse('2026-05-01T08:15:00Z') / 1000),
    )
    time.nowMs = Date.parse('2026-05-01T08:14:59.999Z')
    expect((await hub.request(path)).status).toBe(200)
    time.nowMs = Date.parse('2026-05-01T08:15:00Z')
    expect((await ask(hub, path)).body.error).toBe('address_refused')
  })

  it('refuses addresses of a replaced token, and of a property without a token', async () => {
    const { hub, replaceTokens } = await startSigningHub()
    const { releaseId } = await offerMaster(hub, Buffer.from('audio'))
    const next = 'n'.repeat(32)
    const old = await audioPathOf(hub, releaseId)
    const statuses = async (...paths: string[]) =>
      Promise.all(paths.map(async (path) => (await hub.request(path)).status))

    await replaceTokens(`site-a=${next}\nsite-a=${tokenOfSiteA}`)
    const renewed = await audioPathOf(hub, releaseId, { bearer: next })
    expect(renewed).not.toBe(old)
    expect(await statuses(old, renewed)).toEqual([200, 200])

    await replaceTokens(`site-a=${next}`)
    expect(await statuses(old, renewed)).toEqual([403, 200])

    await replaceTokens(`site-b=${tokenOfSiteB}`)
    expect(await statuses(old, renewed)).toEqual([403, 403])

    // The same token at another property makes another key.
    await replaceTokens(`site-b=${tokenOfSiteA}`)
    expect(await statuses(old, old.replace('site-a', 'site-b'))).toEqual([403, 403])
  })
})
