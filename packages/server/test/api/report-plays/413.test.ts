import { expect, it } from 'vitest'
import { createTestAccount } from '../../harness/accounts.ts'
import type { TestHub } from '../../harness/hub.ts'
import { sharedPropertyHub, tokenOfSiteA } from '../../harness/shared-property-hub.ts'
import { openRaw } from '../../harness/uploads.ts'

const path = '/api/integration/plays'

/** The answer to a request that announces the length of its body and does not send it. */
async function announce(hub: TestHub, to: string, credential: string, bytes: number): Promise<string> {
  const raw = await openRaw(hub.url)
  const head = ['Host: hub.test', credential, 'Content-Type: application/json', `Content-Length: ${bytes}`]
  raw.write([`POST ${to} HTTP/1.1`, ...head, '\r\n'].join('\r\n'))
  const answer = await raw.read(/\r\n\r\n\{.*\}/)
  raw.reset()
  return answer
}

it('accepts 10,000 events in one batch and names the limit for more', async () => {
  const hub = await sharedPropertyHub()
  const report = (count: number) =>
    hub.json('POST', path, { bearer: tokenOfSiteA, body: `[${Array<string>(count).fill('{}').join(',')}]` })
  expect((await report(10_000)).status).toBe(200)
  expect(await report(10_001)).toMatchObject({
    status: 413,
    body: { error: 'body_too_large', detail: 'A batch can have at most 10000 events, but this one has 10001.' },
  })
})

it('refuses more than 5 MiB before they are sent', async () => {
  const hub = await sharedPropertyHub()
  const answer = await announce(hub, path, `Authorization: Bearer ${tokenOfSiteA}`, 5 * 1024 * 1024 + 1)
  expect(answer).toMatch(/^HTTP\/1\.1 413 /)
  expect(answer).toContain('"error":"body_too_large"')
  expect(answer).toContain('The body can have at most 5242880 bytes.')
})

it('leaves the limit of other operations unchanged', async () => {
  const hub = await sharedPropertyHub()
  const key = await (await createTestAccount(hub)).key()
  const answer = await announce(hub, '/api/v1/music-distributor/releases', `X-API-Key: ${key}`, 1024 * 1024 + 1)
  expect(answer).toMatch(/^HTTP\/1\.1 413 /)
  expect(answer).toContain('The body can have at most 1048576 bytes.')
})
