import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { type BucketAddress, bucketFolder } from '../harness/object-store/bucket-folder.ts'
import { hubEnvironment } from '../harness/object-store/hub-in-bucket.ts'
import { isSwiftMissing, startSwift } from '../harness/object-store/swift.ts'
import { runOperatorCommand, shellOf } from '../harness/operator.ts'
import { testBytes } from '../harness/uploads.ts'
import { openEmptyPlace, startOn } from './restored-hub.ts'
import { openStoredUploads, type StoredUploads } from './stored-uploads.ts'

const masters = [9 * 1024 * 1024, 70_000, 0].map((bytes) => testBytes(bytes))

describe.skipIf(isSwiftMissing())('backups in a bucket of OpenStack Swift', () => {
  let stored: StoredUploads
  let swift: BucketAddress
  beforeAll(async () => {
    swift = await startSwift()
    stored = await openStoredUploads(masters)
  }, 120_000)
  const settings = (more: Readonly<Record<string, string>> = {}) => ({
    SPINDLE_BACKUP_S3_ENDPOINT: swift.endpoint,
    SPINDLE_BACKUP_S3_REGION: swift.region,
    SPINDLE_BACKUP_S3_ACCESS_KEY_ID: swift.credentials.accessKeyId,
    SPINDLE_BACKUP_S3_SECRET_ACCESS_KEY: swift.credentials.secretAccessKey,
    ...more,
  })
  const operatorWith =
    (more: Readonly<Record<string, string>> = {}) =>
    (...args: string[]) =>
      runOperatorCommand(args, { ...shellOf(stored.hub), ...settings(more) })

  it('are made, verified, listed, repaired from, restored into another bucket, and pruned', async () => {
    const at = `s3://${swift.bucket}/backups`
    const operator = operatorWith()
    for (const copied of [3, 0]) {
      const made = await operator('backup', 'create', '--to', at)
      expect(made).toMatchObject({ code: 0, err: [] })
      expect(made.out[0]).toContain(`including ${copied} new`)
    }
    expect(await operator('backup', 'verify', at, '--full')).toMatchObject({ code: 0, err: [] })
    expect((await operator('backup', 'list', at)).out).toHaveLength(2)
    const [id = ''] = stored.ids
    await rm(join(stored.hub.dataDir, 'uploads', 'complete', id.slice(-2), id))
    expect(await operator('storage', 'repair', '--from', at)).toMatchObject({ code: 0 })

    const cloud = await openEmptyPlace({ ...settings(), ...hubEnvironment(swift) })
    expect(await cloud.restore(at)).toMatchObject({ code: 0, err: [] })
    const restored = await startOn(cloud)
    for (const [index, upload] of stored.ids.entries()) {
      const { stream } = await restored.hub.uploads.openForReading(stored.account.accountId, upload)
      expect(Buffer.concat(await stream.toArray()).equals(masters[index] ?? Buffer.alloc(0))).toBe(true)
    }

    expect(await operator('backup', 'prune', at, '--keep-daily', '1')).toMatchObject({ code: 0, err: [] })
    expect((await operator('backup', 'list', at)).out).toHaveLength(1)
    expect(await operator('backup', 'verify', at, '--full')).toMatchObject({ code: 0, err: [] })
    expect(await bucketFolder(swift, 'backups/').openUploads()).toEqual([])
  })

  it('need no separate settings if the hub uses the same store', async () => {
    const { endpoint, credentials, region } = swift
    const cloud = await openEmptyPlace(hubEnvironment({ endpoint, credentials, region, bucket: swift.bucket }))
    const found = await cloud.operator('backup', 'list', `s3://${swift.bucket}/none`)
    expect(found.err).toEqual([expect.stringContaining('contains no backups')])
    await cloud.opened.close()
  })

  it.each([
    [{ SPINDLE_BACKUP_S3_ACCESS_KEY_ID: 'nobody' }, 'backups', 78, 'does not know that key'],
    [{ SPINDLE_BACKUP_S3_SECRET_ACCESS_KEY: 'wrong' }, 'backups', 78, 'SPINDLE_BACKUP_S3_SECRET_ACCESS_KEY: does not'],
    [{ SPINDLE_BACKUP_S3_REGION: 'eu-west-9' }, 'backups', 78, 'SPINDLE_BACKUP_S3_REGION: "eu-west-9" is not'],
    [{}, undefined, 1, 'There is no bucket "nowhere"'],
  ] as const)('say what is wrong: %o', async (wrong, prefix, code, words) => {
    const at = prefix === undefined ? 's3://nowhere/backups' : `s3://${swift.bucket}/${prefix}`
    for (const command of [
      ['backup', 'create', '--to', at],
      ['backup', 'verify', at],
      ['backup', 'prune', at, '--keep-daily', '1'],
    ]) {
      const result = await operatorWith(wrong)(...command)
      expect({ code: result.code, err: result.err.join('\n') }).toEqual({ code, err: expect.stringContaining(words) })
    }
  })
})
