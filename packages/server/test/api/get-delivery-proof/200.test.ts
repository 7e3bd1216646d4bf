import { createPublicKey, verify } from 'node:crypto'
import { expect, it } from 'vitest'
import { recordMessage } from '../../harness/recorded-messages.ts'
import { releasesPath } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

const xml = `<Message>
  <File>
    <URI>resources/a.wav</URI>
    <HashSum>
      <HashSumValue>0f0f</HashSumValue>
    </HashSum>
    <FileSize>1000</FileSize>
  </File>
</Message>`

const decode = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())

it('states what the store was sent and when, signed with the key that the hub publishes', async () => {
  const { hub, fixture } = await sharedReleaseHub()
  const { body: release } = await fixture.release({ submit: true })
  const { accountId } = fixture.account
  const messageId = await recordMessage(hub, { accountId, release, xml, answer: { status: 'FileOK', text: 'Taken.' } })
  const { status, body } = await hub.json('GET', `${releasesPath}/${release.id}/messages/${messageId}/proof`, {
    key: fixture.key,
  })
  expect(status).toBe(200)
  expect(Object.keys(body).sort()).toEqual(['payload', 'protected', 'signature'])
  expect(decode(body.payload)).toEqual({
    iss: hub.url,
    iat: expect.any(Number),
    release: { id: release.id, revision: 1 },
    outlet: 'sandbox',
    message: {
      id: messageId,
      threadId: release.deliveries[0].id,
      purpose: 'offer',
      size: 169,
      // sha256sum of the XML above
      sha256: '0036e0a05b017e12e86d725432a50b2110f556840143b5aa32d8a8c88cabb9a4',
      createdAt: '2026-03-01T10:00:00.000Z',
      sentAt: '2026-03-01T10:00:05.000Z',
      batch: '20260301100000000',
    },
    files: [{ path: 'resources/a.wav', size: 1000, sha256: '0f0f', isInPackage: true }],
    acknowledgement: { status: 'FileOK', text: 'Taken.' },
    events: [],
  })
  const header = decode(body.protected)
  expect(header).toEqual({ alg: 'EdDSA', typ: 'delivery-proof+json', kid: expect.any(String) })
  const { keys } = (await (await hub.request('/.well-known/jwks.json')).json()) as { keys: { kid: string }[] }
  const key = createPublicKey({ key: keys.find(({ kid }) => kid === header.kid) ?? {}, format: 'jwk' })
  const signed = (payload: string) => Buffer.from(`${body.protected}.${payload}`)
  const signature = Buffer.from(body.signature, 'base64url')
  expect(verify(null, signed(body.payload), key, signature)).toBe(true)
  expect(verify(null, signed(`${body.payload}A`), key, signature)).toBe(false)
})
