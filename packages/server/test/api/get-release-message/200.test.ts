import { expect, it } from 'vitest'
import { recordMessage } from '../../harness/recorded-messages.ts'
import { releasesPath } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

it('answers a message byte for byte with its digest, and 304 to who has it', async () => {
  const { hub, fixture } = await sharedReleaseHub()
  const { body: release } = await fixture.release({ submit: true })
  const xml = '<Message>é</Message>'
  const id = await recordMessage(hub, { accountId: fixture.account.accountId, release, xml })
  const get = (headers: Record<string, string> = {}) =>
    hub.request(`${releasesPath}/${release.id}/messages/${id}`, { headers: { 'x-api-key': fixture.key, ...headers } })
  const answer = await get()
  expect(answer.status).toBe(200)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/xml',
    'content-length': '21',
    'content-disposition': `attachment; filename="${id}.xml"`,
    // printf '<Message>é</Message>' | openssl dgst -sha256 -binary | base64
    'repr-digest': 'sha-256=:cCOeCKnbQ69TQDikjCZ7RdiQnCMlApVWYyPMLORdcUM=:',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
    etag: '"70239e08a9db43af534038a48c267b45d8909c23250295566323cc2ce45d7143"',
  })
  expect(await answer.text()).toBe('<Message>é</Message>')
  const known = await get({ 'if-none-match': '"70239e08a9db43af534038a48c267b45d8909c23250295566323cc2ce45d7143"' })
  expect([known.status, await known.text()]).toEqual([304, ''])
})
