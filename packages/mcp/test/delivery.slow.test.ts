import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount } from '../../server/test/harness/accounts.ts'
import { eventually } from '../../server/test/harness/eventually.ts'
import { startTestHub, type TestHub } from '../../server/test/harness/hub.ts'
import { coverJpeg, masterWav, submittableRelease } from '../../server/test/harness/submittable.ts'
import { sha256 } from '../../server/test/harness/uploads.ts'
import { type Agent, connectAgent } from './harness/agents.ts'
import { startEndpoint } from './harness/endpoint.ts'

/** What an agent does for a label, from masters on a disk to a release that is live. */

const withOutlet = { SPINDLE_INTEGRATION_TOKENS: 'player=a-token-of-the-property-long-enough-for-a-hub' }
let hub: TestHub
let key: string
let agent: Agent
let folder: string
beforeAll(async () => {
  hub = await startTestHub({ environment: withOutlet })
  key = await (await createTestAccount(hub)).key()
  agent = await connectAgent('v2', { url: await startEndpoint({ hubUrl: hub.url, gate: 'submit' }), key })
  // A name that a shell would take apart.
  folder = await mkdtemp(join(tmpdir(), "spindle mcp $(touch x) 'quoted' "))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** As an agent with a shell does; the key is in the environment only. */
const shell = async (command: string, FILE = ''): Promise<string> => {
  const environment = { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, SPINDLE_API_KEY: key, FILE }
  const { stdout } = await promisify(execFile)('/bin/sh', ['-c', command], { cwd: folder, env: environment })
  return stdout
}

async function fileOf(name: string, bytes: Buffer): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, bytes)
  return path
}

async function untilReady(uploadId: string) {
  return await eventually(
    async () => {
      const { data } = await agent.call('get_upload', { uploadId })
      return data.upload.status === 'ready' ? data.upload : undefined
    },
    { what: `upload ${uploadId} to be ready` },
  )
}

describe('an agent', () => {
  it('delivers a single, whose bytes it never sees', async () => {
    const wav = masterWav(1)
    const path = await fileOf("01 It's $HOME.wav", wav)
    const master = { filename: path, size: wav.length, kind: 'audio', sha256: sha256(wav) }
    const { data: begun } = await agent.call('create_upload', master)
    expect(begun.url).toBe(`${hub.url}/api/v1/distributor/uploads/${begun.uploadId}`)
    expect(JSON.stringify(begun)).not.toContain(key)
    expect(begun.commands.spindle).toContain('spindle upload ')

    // The same call again, as after a lost answer, makes no second upload.
    expect((await agent.call('create_upload', master)).data.uploadId).toBe(begun.uploadId)

    // A line that broke in the middle.
    await fetch(begun.url, {
      method: 'PATCH',
      headers: {
        'x-api-key': key,
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      },
      body: new Uint8Array(wav.subarray(0, 1_000_000)),
    })
    const { data: half } = await agent.call('get_upload', { uploadId: begun.uploadId })
    expect(half.upload).toMatchObject({ status: 'awaiting_data', offset: 1_000_000, filename: "01 It's $HOME.wav" })
    await shell(half.command, path)
    const upload = await untilReady(begun.uploadId)
    expect(upload).toMatchObject({
      sha256: sha256(wav),
      technical: { container: 'wav', sampleRate: 44_100, channels: 2, durationMs: 31_000 },
      findings: [],
    })
    expect(upload.technical).not.toHaveProperty('peaks')
    const { data: full } = await agent.call('get_upload', { uploadId: begun.uploadId, detail: 'full' })
    expect(full.upload.technical.peaks.length).toBeGreaterThan(100)

    const cover = await coverJpeg()
    // Braces and brackets are patterns to curl.
    const coverName = '-cover {a,b} [1-3].jpg'
    const begunCover = await agent.call('create_upload', {
      filename: await fileOf(coverName, cover),
      size: cover.length,
      kind: 'image',
    })
    await shell(begunCover.data.commands.curl)
    await untilReady(begunCover.data.uploadId)
    const { data: listed } = await agent.call('get_upload', { kind: 'image' })
    expect(listed.uploads).toMatchObject([{ id: begunCover.data.uploadId, filename: coverName }])

    const { upc, ...release } = submittableRelease({
      title: 'Night Drive',
      uploadId: begun.uploadId,
      coverUploadId: begunCover.data.uploadId,
      serial: 1,
    })
    const { data: draft } = await agent.call('create_draft', { release })
    expect(draft.release).toMatchObject({ status: 'draft', title: 'Night Drive', validation: { errors: 1 } })
    expect(draft.nextStep).toContain('update_draft')
    const again = await agent.call('create_draft', { release })
    expect(again.data.release.id).toBe(draft.release.id)
    expect(again.data.repeated).toContain('No second draft')
    const other = await agent.call('create_draft', { release, idempotencyKey: 'another one' })
    expect(other.data.release.id).not.toBe(draft.release.id)

    const { id: releaseId } = draft.release
    const { data: check } = await agent.call('validate_release', { releaseId })
    expect(check).toMatchObject({ canSubmit: false, suggestedType: 'single' })
    expect(check.findings[0]).toEqual({
      severity: 'error',
      code: expect.any(String),
      pointer: expect.any(String),
      message: expect.any(String),
      fix: expect.any(String),
    })
    const refused = await agent.call('submit_release', { releaseId })
    expect(refused).toMatchObject({ isError: true, data: { error: { code: 'findings_block', retryable: false } } })

    const { data: changed } = await agent.call('update_draft', { releaseId, patch: { upc, subtitle: null } })
    expect(changed.release).toMatchObject({ upc, validation: { errors: 0 } })
    expect((await agent.call('validate_release', { releaseId })).data).toMatchObject({ canSubmit: true })

    const submitted = await agent.call('submit_release', { releaseId })
    expect(submitted).toMatchObject({ isError: false, data: { alreadySubmitted: false } })
    expect((await agent.call('submit_release', { releaseId })).data).toMatchObject({ alreadySubmitted: true })
    const live = await eventually(
      async () => {
        const { data } = await agent.call('get_release', { releaseId })
        return data.release.status === 'live' ? data : undefined
      },
      { what: 'the release to be live' },
    )
    expect(live).toMatchObject({ nextStep: 'None. It is delivered.' })
    const { data: whole } = await agent.call('get_release', { releaseId, detail: 'full' })
    const submissions = whole.events.filter(({ type }: { type: string }) => type === 'release.submitted')
    expect(submissions).toHaveLength(1)
    expect(whole.release.contributors).toHaveLength(2)

    const found = await agent.call('search_catalog', { query: 'night', status: 'live' })
    expect(found.data).toMatchObject({ releases: [{ id: releaseId, title: 'Night Drive' }], page: { hasMore: false } })
    const { data: account } = await agent.call('get_account')
    expect(account.counts).toEqual({ releases: 2, drafts: 1, uploads: 2 })
  }, 240_000)

  it('submits again what was withdrawn, although nothing else has changed', async () => {
    const manual = await startTestHub({ environment: { ...withOutlet, SPINDLE_REVIEW: 'manual' } })
    const account = await createTestAccount(manual)
    const other = await connectAgent('v2', {
      url: await startEndpoint({ hubUrl: manual.url, gate: 'submit' }),
      key: await account.key(),
    })
    const ids: string[] = []
    for (const [contentType, bytes] of [
      ['audio/wav', masterWav(2)],
      ['image/jpeg', await coverJpeg()],
    ] as const) {
      const headers = { 'x-api-key': await account.key(), 'content-type': contentType }
      const stored = await manual.request('/api/v1/distributor/uploads', {
        method: 'POST',
        headers,
        body: new Uint8Array(bytes),
      })
      ids.push(((await stored.json()) as { id: string }).id)
    }
    const [uploadId = '', coverUploadId = ''] = ids
    await eventually(
      async () => {
        const { data } = await other.call('get_upload', { status: 'ready' })
        return data.uploads.length === 2 || undefined
      },
      { what: 'both uploads to be ready' },
    )
    const release = submittableRelease({ title: 'Night Drive', uploadId, coverUploadId, serial: 2 })
    const { data: draft } = await other.call('create_draft', { release })
    const { id: releaseId } = draft.release
    expect((await other.call('submit_release', { releaseId })).data).toMatchObject({ alreadySubmitted: false })
    const again = await other.call('submit_release', { releaseId })
    expect(again.data).toMatchObject({ alreadySubmitted: true })
    await manual.json('POST', `/api/v1/music-distributor/releases/${releaseId}/withdraw`, { key: await account.key() })
    expect((await other.call('get_release', { releaseId })).data.release.status).toBe('draft')
    expect((await other.call('submit_release', { releaseId })).data.alreadySubmitted).toBe(false)
    expect((await other.call('get_release', { releaseId })).data.release.status).not.toBe('draft')
  }, 240_000)
})
