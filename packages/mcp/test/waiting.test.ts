import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount } from '../../server/test/harness/accounts.ts'
import { startTestHub, type TestHub } from '../../server/test/harness/hub.ts'
import { shortMaster } from '../../server/test/harness/submittable.ts'
import { sha256 } from '../../server/test/harness/uploads.ts'
import { type Agent, connectAgent } from './harness/agents.ts'
import { startEndpoint } from './harness/endpoint.ts'

/** An agent with access to the files: it sends them, and waits in one call instead of polling. */

let hub: TestHub
let key: string
let local: Agent
let folder: string
beforeAll(async () => {
  hub = await startTestHub()
  key = await (await createTestAccount(hub)).key()
  local = await connectAgent('v2', { hubUrl: hub.url, key, gate: 'draft' })
  folder = await mkdtemp(join(tmpdir(), 'spindle-mcp-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('upload_file', () => {
  it('sends a file of this machine without a shell and without a key in it, once however often it is called', async () => {
    const wav = shortMaster(11)
    const path = join(folder, '01 Opening.wav')
    await writeFile(path, wav)
    const { data, isError } = await local.call('upload_file', { path })
    expect([isError, data.upload]).toMatchObject([false, { filename: '01 Opening.wav', sha256: sha256(wav) }])
    for (const again of [{ path }, { path, kind: 'audio' }, { path }])
      expect((await local.call('upload_file', again)).data.upload.id).toBe(data.upload.id)
    const { data: waited } = await local.call('wait', { uploadIds: [data.upload.id] })
    expect(waited).toMatchObject({ done: true, uploads: [{ id: data.upload.id, status: 'ready' }] })
    expect(waited.uploads[0].nextStep).toContain('uploadId of a track')
  })

  it('says which file is not there', async () => {
    const { data, isError } = await local.call('upload_file', { path: join(folder, 'missing.wav') })
    expect([isError, data.error]).toMatchObject([true, { code: 'file_not_found', retryable: false }])
    expect(data.error.message).toContain('the file does not exist')
  })

  it.each(['/etc/passwd', '.ssh/id_rsa', 'notes.txt', 'song.wav.sh'])('sends no other file: %s', async (path) => {
    const { data, isError } = await local.call('upload_file', { path })
    expect([isError, data.error]).toMatchObject([true, { code: 'file_type_unsupported' }])
  })

  it('is not there over a network, where the server has no files', async () => {
    const remote = await connectAgent('v2', { url: await startEndpoint({ hubUrl: hub.url, gate: 'draft' }), key })
    expect((await remote.tools()).map(({ name }) => name)).not.toContain('upload_file')
    await expect(remote.call('upload_file', { path: '/etc/passwd' })).rejects.toThrow('Unknown tool')
  })
})

describe('wait', () => {
  it('answers that an upload is still under way when its time is over', async () => {
    const { data: begun } = await local.call('create_upload', { filename: 'a.wav', size: 5000, kind: 'audio' })
    const { data } = await local.call('wait', { uploadIds: [begun.uploadId], seconds: 1 })
    expect(data).toMatchObject({ done: false, uploads: [{ status: 'awaiting_data' }] })
    expect(data.nextStep).toContain('Call wait again')
  })

  it('is over at once for a release that a person must act on', async () => {
    const path = join(folder, '02 Second.wav')
    await writeFile(path, shortMaster(12))
    const { data: sent } = await local.call('upload_file', { path })
    const tracks = [{ title: 'Second', uploadId: sent.upload.id }]
    const { data: made } = await local.call('create_draft', {
      release: { title: 'Night Drive', type: 'single', tracks },
    })
    const { data } = await local.call('wait', { releaseId: made.release.id, seconds: 1 })
    expect(data).toMatchObject({ done: false, release: { id: made.release.id, status: 'draft' } })
  })

  it.each([
    ['neither', {}],
    ['both', { releaseId: 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB', uploadIds: ['upl_01JD3MZ6V8Q4W9X2K7N5T0RHYB'] }],
    ['more time than a client has', { releaseId: 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB', seconds: 51 }],
  ])('refuses %s', async (_, input) => {
    const { data, isError } = await local.call('wait', input)
    expect([isError, data.error.code]).toEqual([true, 'validation_failed'])
  })
})

describe('the words for an agent that may not submit', () => {
  it('do not offer submitting', async () => {
    expect(local.instructions).toContain('Only the person can submit it')
    expect(local.instructions).not.toContain('submit_release')
    const { data } = await local.call('get_account')
    expect(data.gate).toEqual({ open: ['read', 'draft'], closed: ['submit'] })
  })
})
