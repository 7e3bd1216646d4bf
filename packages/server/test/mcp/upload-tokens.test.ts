import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount } from '../harness/accounts.ts'
import type { TestHub } from '../harness/hub.ts'
import { sharedHub } from '../harness/shared-hub.ts'
import { callOf, post, resultOf } from './messages.ts'

/** What the token in the command allows that an agent gets for an upload. */

const uploads = '/api/v1/distributor/uploads'

describe('the token of an upload', () => {
  let hub: TestHub
  let key: string
  let readKey: string
  beforeAll(async () => {
    hub = await sharedHub()
    const account = await createTestAccount(hub)
    key = await account.key()
    readKey = await account.key(['music:read'])
  })
  const call = async (name: string, args: object, as = key) =>
    (await resultOf(await post(hub, callOf(name, args), { key: as }))).structuredContent
  const begin = () => call('create_upload', { filename: 'a.wav', size: 1000, kind: 'audio' })
  const tokenIn = (command: string): string => /"Upload-Token: ([^"]+)"/.exec(command)?.[1] ?? ''

  it('opens that one upload, its bytes and its offset, and nothing else', async () => {
    const [mine, other] = [await begin(), await begin()]
    const token = tokenIn(mine.commands.curl)
    const head = (id: string) =>
      hub.request(`${uploads}/${id}`, { method: 'HEAD', headers: tus({ 'upload-token': token }) })
    expect((await head(mine.uploadId)).status).toBe(200)
    const refused = await head(other.uploadId)
    expect(refused.status).toBe(401)
    expect(refused.headers.get('www-authenticate')).toMatch(/^ApiKey /)
    for (const [method, path] of [
      ['GET', `${uploads}/${mine.uploadId}`],
      ['DELETE', `${uploads}/${mine.uploadId}`],
      ['GET', uploads],
      ['POST', uploads],
      ['GET', '/api/v1/music-distributor/releases'],
    ] as const) {
      const headers = { 'upload-token': token, ...(method === 'POST' ? { 'content-type': 'audio/wav' } : {}) }
      expect({ method, path, status: (await hub.request(path, { method, headers })).status }).toMatchObject({
        status: 401,
      })
      const asKey = await hub.request(path, { method, headers: { 'x-api-key': token } })
      expect(asKey.status).toBe(401)
    }
  })

  it('is not given a token by a key that may only read', async () => {
    const { uploadId } = await begin()
    const { command } = await call('get_upload', { uploadId }, readKey)
    expect(command).toContain('X-API-Key: $SPINDLE_API_KEY')
    expect(command).not.toContain('Upload-Token')
  })
})

const tus = (headers: Record<string, string>) => ({ 'tus-resumable': '1.0.0', ...headers })
