import { expect, it } from 'vitest'
import { createTestAccount, requestToken } from '../../harness/accounts.ts'
import { startTestHub } from '../../harness/hub.ts'
import { setUpOperator } from '../../harness/people.ts'

it('rotateSigningKey signs with a new key, and what was signed before still counts', async () => {
  const hub = await startTestHub({ role: 'api' })
  const operator = await setUpOperator(hub)
  const account = await createTestAccount(hub)
  const before = await account.token()
  const keyIdOf = (token: string): string =>
    JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid
  const { status, body } = await operator.ask('POST', '/console/api/operator/signing-key/rotate')
  expect(status).toBe(200)
  expect(body).toEqual({ keyId: expect.stringMatching(/^[\w-]{43}$/) })
  expect(body.keyId).not.toBe(keyIdOf(before))
  const published = (await hub.json('GET', '/.well-known/jwks.json')).body.keys.map(({ kid }: { kid: string }) => kid)
  expect(published).toEqual(expect.arrayContaining([body.keyId, keyIdOf(before)]))
  const after = await requestToken(hub, account)
  expect(keyIdOf(after)).toBe(body.keyId)
  for (const bearer of [before, after])
    expect((await hub.json('GET', '/api/v1/distributor/keys', { bearer })).status).toBe(200)
  expect(
    await hub.opened.database.system.rows(
      "select actor, data from hub_audit_events where type = 'signing_key.rotated'",
    ),
  ).toEqual([
    { actor: { type: 'user', id: expect.stringMatching(/^usr_/), name: 'Mia Blue' }, data: { key: body.keyId } },
  ])
})
