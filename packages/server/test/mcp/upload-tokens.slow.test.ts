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

/** An agent's shell sends files without any key, so it cannot do what the gate forbids. */

const uploads = '/api/v1/distributor/uploads'

describe('the command that sends the bytes of an upload', () => {
  let hub: TestHub
  let key: string
  let folder: string
  beforeAll(async () => {
    hub = await startTestHub({ role: 'api' })
    const account = await createTestAccount(hub)
    key = await account.key()
    folder = await mkdtemp(join(tmpdir(), 'spindle-upload-token-'))
    atEnd(() => rm(folder, { recursive: true }))
    await writeFile(join(folder, 'a.wav'), Buffer.alloc(1000, 1))
  })
  const call = async (name: string, args: object, as = key) =>
    (await resultOf(await post(hub, callOf(name, args), { key: as }))).structuredContent
  const begin = () => call('create_upload', { filename: 'a.wav', size: 1000, kind: 'audio' })
  /** A shell whose environment only has the path of programs. */
  const run = (command: string) =>
    promisify(execFile)('/bin/sh', ['-c', command], {
      cwd: folder,
      env: { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, FILE: 'a.wav' },
    })
  const tokenIn = (command: string): string => /"Upload-Token: ([^"]+)"/.exec(command)?.[1] ?? ''

  it('needs no key, also when it resumes', async () => {
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
})

const tus = (headers: Record<string, string>) => ({
  'tus-resumable': '1.0.0',
  'content-type': 'application/offset+octet-stream',
  ...headers,
})
