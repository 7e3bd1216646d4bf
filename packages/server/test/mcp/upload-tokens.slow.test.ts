import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount } from '../harness/accounts.ts'
import { atEnd } from '../harness/cleanup.ts'
import { startTestHub, type TestHub } from '../harness/hub.ts'
import { callOf, post, resultOf } from './messages.ts'

/** An agent's shell sends files without any key, so that what the gate forbids cannot be done beside it. */

const uploads = '/api/v1/distributor/uploads'

describe('the command that sends the bytes of an upload', () => {
  let hub: TestHub
  let key: string
  let readKey: string
  let folder: string
  beforeAll(async () => {
    hub = await startTestHub({ role: 'api' })
    const account = await createTestAccount(hub)
    key = await account.key()
    readKey = await account.key(['music:read'])
    folder = await mkdtemp(join(tmpdir(), 'spindle-upload-token-'))
    atEnd(() => rm(folder, { recursive: true }))
    await writeFile(join(folder, 'a.wav'), Buffer.alloc(1000, 1))
  })
  const call = async (name: string, args: object, as = key) =>
    (await resultOf(await post(hub, callOf(name, args), { key: as }))).structuredContent
  const begin = () => call('create_upload', { filename: 'a.wav', size: 1000, kind: 'audio' })
  /** A shell whose environment holds nothing but the path of programs. */
  const run = (command: string) =>
    promisify(execFile)('/bin/sh', ['-c', command], { cwd: folder, env: { PATH: process.env.PATH, FILE: 'a.wav' } })
  const tokenIn = (command: string): string => /"Upload-Token: ([^"]+)"/.exec(command)?.[1] ?? ''

  it('needs no key, also where it goes on', async () => {
    const { uploadId, commands } = await begin()
    expect(commands.curl).not.toContain('X-API-Key')
    expect(commands).not.toHaveProperty('spindle')
    await hub.request(`${uploads}/${uploadId}`, {
      method: 'PATCH',
      headers: tus({ 'upload-token': tokenIn(commands.curl), 'upload-offset': '0' }),
      body: Buffer.alloc(400, 1),
    })
    const { command, upload } = await call('get_upload', { uploadId })
    expect(upload).toMatchObject({ status: 'awaiting_data', offset: 400 })
    await run(command)
    expect((await call('get_upload', { uploadId })).upload).toMatchObject({ status: 'received', offset: 1000 })
  })

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

const tus = (headers: Record<string, string>) => ({
  'tus-resumable': '1.0.0',
  'content-type': 'application/offset+octet-stream',
  ...headers,
})
