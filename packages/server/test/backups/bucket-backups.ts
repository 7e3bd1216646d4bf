import type { Environment } from '../../src/config/reader.ts'
import type { TestHub } from '../harness/hub.ts'
import { type FakeS3, startFakeS3 } from '../harness/object-store/fake-s3.ts'
import { type CommandResult, runOperatorCommand, shellOf } from '../harness/operator.ts'
import { sha256 } from '../harness/uploads.ts'

/** Backups of a hub in a bucket. */
export interface BucketBackups {
  readonly store: FakeS3
  /** Their location; each call returns another part of the bucket. */
  newAddress(): string
  /** A command with the settings of the bucket. */
  operator(...args: string[]): Promise<CommandResult>
}

export async function openBucketBackups(hub: TestHub, more: Environment = {}): Promise<BucketBackups> {
  const store = await startFakeS3({ minPartBytes: 5 * 1024 * 1024, pageSize: 50 })
  const environment = { ...shellOf(hub), ...store.backupEnvironment, ...more }
  let places = 0
  return {
    store,
    newAddress: () => `s3://bucket/backups-${++places}`,
    operator: (...args) => runOperatorCommand(args, environment),
  }
}

/** The part of the bucket at an address, as the prefix of every name. */
export const prefixOf = (address: string): string => `${address.slice('s3://bucket/'.length)}/`

export const objectOf = (address: string, bytes: Buffer): string =>
  `${prefixOf(address)}files/${sha256(bytes).slice(0, 2)}/${sha256(bytes)}`

/** Names of the backups at an address, oldest first. */
export const backupsAt = (store: FakeS3, address: string): string[] =>
  store
    .objectNames()
    .filter((name) => name.startsWith(`${prefixOf(address)}backups/`) && name.endsWith('/manifest.json'))
    .map((name) => name.split('/').at(-2) ?? '')
