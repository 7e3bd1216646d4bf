import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../../harness/hub.ts'
import { sharedHub } from '../../harness/shared-hub.ts'
import { sharedPropertyHub } from '../../harness/shared-property-hub.ts'

const token = 'a'.repeat(32)
const path = '/api/integration/verify'

describe('verifyIntegration 401', () => {
  let hub: TestHub
  let challenge: string
  beforeAll(async () => {
    hub = await sharedPropertyHub()
    challenge = `Bearer realm="integration", resource_metadata="${hub.url}/.well-known/oauth-protected-resource"`
  })

  it.each<[string, string, Record<string, string>]>([
    ['no Authorization', path, {}],
    ['another scheme', path, { authorization: `Basic ${btoa(`site-a:${token}`)}` }],
    ['a token without a scheme', path, { authorization: token }],
    ['an API key', path, { 'x-api-key': token }],
    ['a token in the query only', `${path}?access_token=${token}`, {}],
    ['a cookie', path, { cookie: `access_token=${token}` }],
  ])('asks for credentials without naming an error: %s', async (_what, url, headers) => {
    const answer = await hub.json('GET', url, { headers })
    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toBe(challenge)
    expect(answer.body.error).toBe('credentials_missing')
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  it.each([
    ['unknown', 'c'.repeat(32)],
    ['cut off', token.slice(0, -1)],
    ['with more behind it', `${token}a`],
    ['in another case', token.toUpperCase()],
    ['empty', ''],
    ['with a space inside', `${token.slice(0, 16)} ${token.slice(16)}`],
    ['in quotes', `"${token}"`],
    ['two tokens', `${token}, ${token}`],
    ['a JWT', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJzaXRlLWEifQ.'],
    ['the name of the property', 'site-a'],
    ['a member of every object', '__proto__'],
    ['very long', 'a'.repeat(10_000)],
  ])('calls a token invalid that is %s', async (_what, presented) => {
    const answer = await hub.json('GET', path, { bearer: presented })
    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toBe(
      `${challenge}, error="invalid_token", error_description="The token is not valid"`,
    )
    expect(answer.body).toMatchObject({ status: 401, error: 'invalid_token' })
    expect(answer.body.type).toBe(`${hub.url}/docs/errors/invalid_token`)
    expect(JSON.stringify(answer.body)).not.toContain(token)
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  it('answers HEAD with the challenge and no body', async () => {
    const response = await hub.request(path, { method: 'HEAD' })
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toBe(challenge)
    expect(await response.text()).toBe('')
  })

  it('answers 401 without credentials even while nothing is configured', async () => {
    const unconfigured = await sharedHub()
    expect((await unconfigured.json('GET', path)).body).toMatchObject({ status: 401, error: 'credentials_missing' })
  })

  it('leads to the metadata it names', async () => {
    const url = /resource_metadata="([^"]+)"/.exec(challenge)?.[1] ?? ''
    expect(await (await fetch(url)).json()).toMatchObject({ resource: hub.url })
  })
})
