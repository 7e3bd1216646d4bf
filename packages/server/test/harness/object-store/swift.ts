import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { atEnd } from '../cleanup.ts'
import { noteMissing } from '../programs.ts'
import type { BucketAddress } from './bucket-folder.ts'

/** A real object store for tests: OpenStack Swift, with its S3 API. It requires parts of `minPartBytes` at least. */

// Debian's version, not the first one in the path.
const python = '/usr/bin/python3'
const script = fileURLToPath(new URL('swift-server.py', import.meta.url))

/** For `describe.skipIf(isSwiftMissing())`. */
export function isSwiftMissing(): boolean {
  const found = spawnSync(python, ['-I', '-c', 'import swift.proxy.server, swift.common.middleware.s3api.s3api'])
  if (found.status !== 0) noteMissing('swift')
  return found.status !== 0
}

export async function startSwift({ minPartBytes = 5 * 1024 * 1024 } = {}): Promise<BucketAddress> {
  // Swift stores metadata of files in extended attributes, which not every /tmp supports.
  const folder = await mkdtemp(join(tmpdir(), 'spindle-swift-'))
  const child = spawn(python, ['-I', script, folder, 'test-bucket', 'us-east-1', String(minPartBytes)], {
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk
  })
  const exited = once(child, 'exit')
  atEnd(async () => {
    child.stdin.end()
    await exited
    await rm(folder, { recursive: true, force: true })
  })
  const line = once(createInterface({ input: child.stdout }), 'line').then(([text]) => String(text))
  const address = await Promise.race([line, exited.then(() => undefined)])
  if (address === undefined) throw new Error(`Swift did not start: ${said}`)
  return JSON.parse(address) as BucketAddress
}
