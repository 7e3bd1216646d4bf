import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Scratch } from './scratch.ts'

/** OpenStack Swift with its S3 API, below a scratch directory. */
export interface ObjectStore {
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string }
}

// Debian's own, not whatever comes first in the path.
const python = '/usr/bin/python3'
const script = fileURLToPath(
  new URL('../../packages/server/test/harness/object-store/swift-server.py', import.meta.url),
)
const minPartBytes = 5 * 1024 * 1024

/** Throws if it is not installed. */
export function requireSwift(): void {
  const { status } = spawnSync(python, ['-I', '-c', 'import swift.proxy.server, swift.common.middleware.s3api.s3api'])
  if (status !== 0) throw new Error('OpenStack Swift is not installed (Debian: swift-proxy and python3-swift)')
}

/** For a hub that stores its uploads there, below its own prefix: it refuses what another hub has stored. */
export const bucketSettings = (
  { endpoint, bucket, region, credentials }: ObjectStore,
  prefix = 'hub',
): Record<string, string> => ({
  SPINDLE_BLOBS: `s3://${bucket}/${prefix}`,
  SPINDLE_S3_ENDPOINT: endpoint,
  SPINDLE_S3_REGION: region,
  SPINDLE_S3_ACCESS_KEY_ID: credentials.accessKeyId,
  SPINDLE_S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
})

export async function startSwift(scratch: Scratch): Promise<ObjectStore> {
  const folder = await scratch.directory('swift')
  const child = spawn(python, ['-I', script, folder, 'bench-bucket', 'us-east-1', String(minPartBytes)], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const ended = once(child, 'exit')
  scratch.onClose(async () => {
    child.stdin.end()
    await ended
  })
  const line = once(createInterface({ input: child.stdout }), 'line').then(([text]) => String(text))
  const address = await Promise.race([line, ended.then(() => undefined)])
  if (address === undefined) throw new Error('Swift did not start')
  return JSON.parse(address) as ObjectStore
}
