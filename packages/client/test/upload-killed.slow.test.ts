import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { createTestAccount } from '../../server/test/harness/accounts.ts'
import { atEnd } from '../../server/test/harness/cleanup.ts'
import { startTestHub } from '../../server/test/harness/hub.ts'
import { sha256, testBytes } from '../../server/test/harness/uploads.ts'
import { Spindle } from '../src/index.ts'

const run = promisify(execFile)
const child = fileURLToPath(new URL('harness/upload-child.ts', import.meta.url))
const mebibyte = 1024 ** 2
const bytes = new Uint8Array(testBytes(3 * mebibyte + 17))

describe('an upload that ended early', () => {
  it('continues in the next process after kill -9, and leaves nothing to remember', async () => {
    const hub = await startTestHub({ role: 'api' })
    const key = await (await createTestAccount(hub)).key()
    const { uploads } = new Spindle({ baseUrl: hub.url, apiKey: key })
    const countUploads = async () => (await uploads.list({ count: true, limit: 1 }).page()).page.total
    const folder = await mkdtemp(join(tmpdir(), 'spindle-client-'))
    atEnd(() => rm(folder, { recursive: true, force: true }))
    const path = join(folder, '01 Opening.wav')
    const store = join(folder, 'store')
    await writeFile(path, bytes)
    const before = (await countUploads()) ?? 0
    const start = (...more: string[]) => run(process.execPath, [child, hub.url, key, store, path, ...more])
    await expect(start(String(mebibyte))).rejects.toMatchObject({ signal: 'SIGKILL' })
    expect(await readdir(store)).toHaveLength(1)
    const { stdout } = await start()
    expect(JSON.parse(stdout)).toMatchObject({ sha256: sha256(bytes), firstBytes: mebibyte })
    expect(await readdir(store)).toEqual([])
    expect(await countUploads()).toBe(before + 1)
  })
})
