import { beforeAll, describe, expect, it } from 'vitest'
import { runOperatorCommand, shellOf } from '../harness/operator.ts'
import { testBytes } from '../harness/uploads.ts'
import { type BucketBackups, openBucketBackups } from './bucket-backups.ts'
import { openStoredUploads, type StoredUploads } from './stored-uploads.ts'

/** Problems of the bucket for backups: each error names the setting and says what to do. */
describe('a bucket for backups that cannot be used', () => {
  let stored: StoredUploads
  let bucket: BucketBackups
  beforeAll(async () => {
    stored = await openStoredUploads([testBytes(1_000)])
    bucket = await openBucketBackups(stored.hub)
  })
  const told = async (...args: string[]) => {
    const { code, err } = await bucket.operator(...args)
    const text = err.join('\n')
    expect(text).toMatch(/^[\x20-\x7e\n]*$/)
    return { code, text }
  }
  const commands = (at: string) => [
    ['backup', 'create', '--to', at],
    ['backup', 'verify', at],
    ['backup', 'list', at],
    ['backup', 'prune', at, '--keep-daily', '1'],
    ['storage', 'repair', '--from', at],
  ]

  it.each([
    [403, 'InvalidAccessKeyId', 78, /SPINDLE_BACKUP_S3_ACCESS_KEY_ID: is not known at http.*Fix: set the access key/],
    [
      403,
      'SignatureDoesNotMatch',
      78,
      /SPINDLE_BACKUP_S3_SECRET_ACCESS_KEY: does not belong to .* does not know that key\. Fix: set both/,
    ],
    [
      400,
      'AuthorizationHeaderMalformed',
      78,
      /SPINDLE_BACKUP_S3_REGION: "us-east-1" is not the region .* Fix: set its/,
    ],
    [403, 'AccessDenied', 1, /does not let the key .* do what is needed in s3:\/\/bucket\/.*\. Fix: let the key list/],
    [403, 'RequestTimeTooSkewed', 1, /^The clocks .* differ\. Fix: set the clock of this machine\.$/],
  ])('says so: %d %s', async (status, code, exitCode, words) => {
    bucket.store.refusal = { status, code }
    for (const command of commands(bucket.newAddress())) {
      const found = await told(...command)
      expect(found).toEqual({ code: exitCode, text: expect.stringMatching(words) })
    }
    bucket.store.refusal = undefined
  })

  it('names the bucket that does not exist', async () => {
    for (const command of commands('s3://nowhere/backups'))
      expect(await told(...command)).toEqual({
        code: 1,
        text: expect.stringMatching(
          /^There is no bucket "nowhere" at http.* Fix: correct s3:\/\/nowhere\/backups\/ or SPINDLE_BACKUP_S3_ENDPOINT, or make the bucket\.$/,
        ),
      })
  })

  it('reports that the store does not respond, and which setting names it', async () => {
    const run = (SPINDLE_BACKUP_S3_ENDPOINT: string) =>
      runOperatorCommand(['backup', 'list', 's3://bucket/x'], {
        ...shellOf(stored.hub),
        ...bucket.store.backupEnvironment,
        SPINDLE_BACKUP_S3_ENDPOINT,
      })
    expect(await run('http://127.0.0.1:1')).toMatchObject({
      code: 1,
      err: [
        'http://127.0.0.1:1 does not answer (ECONNREFUSED). Fix: check SPINDLE_BACKUP_S3_ENDPOINT and the store, and try again.',
      ],
    })
  })

  it('refuses a place with files of something else, or without backups', async () => {
    bucket.store.place('used/uploads/a', Buffer.alloc(1))
    expect((await told('backup', 'create', '--to', 's3://bucket/used')).text).toContain('contains other files')
    expect(await told('backup', 'verify', 's3://bucket/used')).toEqual({
      code: 1,
      text: 's3://bucket/used/ contains no backups. Fix: name the prefix that "backup create --to" was given.',
    })
  })

  it('takes no address for a folder', async () => {
    for (const address of [
      's3://Bucket',
      's3://bucket/a b',
      's3://bucket/../b',
      'gs://bucket/x',
      'https://s3.example/b',
    ])
      for (const command of commands(address))
        expect(await told(...command)).toEqual({
          code: 2,
          text: expect.stringContaining('is neither a folder nor s3://BUCKET'),
        })
    const account = stored.account.accountId
    for (const command of [
      ['accounts', 'export', account, '--to', 's3://bucket/x'],
      ['accounts', 'verify-export', 's3://bucket/x'],
      ['accounts', 'import', 's3://bucket/x'],
      ['backup', 'key', '--to', 's3://bucket/x'],
      ['backup', 'restore', '--from', 's3://bucket/x', '--to', 's3://bucket/y'],
      ['backup', 'drill', 's3://bucket/x', '--in', 's3://bucket/y'],
    ])
      expect(await told(...command)).toEqual({ code: 2, text: expect.stringContaining('is an address') })
  })
})
