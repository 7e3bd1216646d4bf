import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../test/harness/cleanup.ts'
import { readConfig } from './config.ts'
import { ConfigError, type ConfigProblem } from './problems.ts'
import { settings } from './settings.ts'

const problemsOf = (environment: Record<string, string>): readonly ConfigProblem[] => {
  try {
    readConfig(environment)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}
const token = 't'.repeat(32)

describe('readConfig', () => {
  it('has a default for everything', () => {
    const config = readConfig({})
    expect(config).toMatchObject({
      publicUrl: 'http://localhost:4578',
      host: '127.0.0.1',
      port: 4578,
      review: 'auto',
      sandboxOutlet: false,
      integrationTokens: [],
      maxUploadBytes: 2_147_483_648,
      mcpGate: 'draft',
    })
    expect(config.rateLimits).toEqual({ readsPerMinute: 600, writesPerMinute: 120, failedCredentialsPerMinute: 300 })
    expect(Object.isFrozen(config)).toBe(true)
  })

  it('reads how many processes answer requests', () => {
    expect(readConfig({}).processes).toBe('auto')
    expect(readConfig({ SPINDLE_PROCESSES: '4' }).processes).toBe(4)
    expect(problemsOf({ SPINDLE_PROCESSES: '0' })).toEqual([
      {
        key: 'SPINDLE_PROCESSES',
        problem: '"0" is not a whole number from 1 to 32',
        fix: 'set a number from 1 to 32',
      },
    ])
  })

  it('refuses a database URL that is none, without repeating the password in it', () => {
    for (const url of ['db.example', 'mysql://u:topsecret@db.example/x', 'postgres://u:top/secret@db.example/x']) {
      const [problem] = problemsOf({ DATABASE_URL: url, SPINDLE_SECRET: token })
      expect(problem).toMatchObject({ key: 'DATABASE_URL', problem: 'is not a postgres:// URL' })
      expect(JSON.stringify(problem)).not.toContain('secret')
    }
  })

  it('takes a previous secret only beside another one', () => {
    const previous = 'p'.repeat(32)
    expect(readConfig({ SPINDLE_SECRET: token, SPINDLE_SECRET_PREVIOUS: previous }).previousSecret).toBe(previous)
    expect(problemsOf({ SPINDLE_SECRET_PREVIOUS: previous })).toMatchObject([
      { key: 'SPINDLE_SECRET_PREVIOUS', problem: 'is set without SPINDLE_SECRET' },
    ])
    expect(problemsOf({ SPINDLE_SECRET: previous, SPINDLE_SECRET_PREVIOUS: previous })).toMatchObject([
      { key: 'SPINDLE_SECRET_PREVIOUS', problem: 'is the same as SPINDLE_SECRET' },
    ])
  })

  it.each(['SPINDLE_DATABASE_DIRECT_URL', 'SPINDLE_DATABASE_READ_URL'])('takes %s only beside DATABASE_URL', (key) => {
    expect(problemsOf({ [key]: 'postgres://u:p@db/x' })).toMatchObject([
      { key, problem: 'is set without DATABASE_URL' },
    ])
  })

  it('requires a standby only of a database that can have one', () => {
    const outside = { DATABASE_URL: 'postgres://u:p@db/x', SPINDLE_SECRET: token, SPINDLE_REQUIRE_SYNC_STANDBY: 'on' }
    expect(readConfig(outside).requiresSyncStandby).toBe(true)
    expect(readConfig({}).requiresSyncStandby).toBe(false)
    expect(problemsOf({ SPINDLE_REQUIRE_SYNC_STANDBY: 'on' })).toMatchObject([
      {
        key: 'SPINDLE_REQUIRE_SYNC_STANDBY',
        problem: 'is on without DATABASE_URL: the embedded database has no standby',
      },
    ])
  })

  it('stores uploads in the data directory unless another folder is named', () => {
    expect(readConfig({ SPINDLE_DATA_DIR: '/data' }).blobs).toEqual({ kind: 'disk', folder: '/data/uploads' })
    expect(readConfig({ SPINDLE_BLOBS: 'disk:/srv/uploads' }).blobs).toEqual({ kind: 'disk', folder: '/srv/uploads' })
    for (const wrong of ['/srv/uploads', 'disk:', 'ftp://host/uploads', 's3://', 's3://A', 's3://bucket/pre fix'])
      expect(problemsOf({ SPINDLE_BLOBS: wrong })).toMatchObject([{ key: 'SPINDLE_BLOBS' }])
  })

  it('reaches buckets with backups by settings of their own, or as the bucket of the uploads', () => {
    const own = {
      SPINDLE_BACKUP_S3_ENDPOINT: 'https://far.example/',
      SPINDLE_BACKUP_S3_ACCESS_KEY_ID: 'backup',
      SPINDLE_BACKUP_S3_SECRET_ACCESS_KEY: 'of backup',
    }
    const uploads = {
      SPINDLE_BLOBS: 's3://masters',
      SPINDLE_S3_ENDPOINT: 'https://near.example',
      SPINDLE_S3_REGION: 'eu',
      SPINDLE_S3_ACCESS_KEY_ID: 'id',
      SPINDLE_S3_SECRET_ACCESS_KEY: 'secret',
    }
    expect(readConfig({}).backupStore).toMatchObject({
      ...{ settings: 'SPINDLE_BACKUP_S3_', endpoint: undefined, region: 'us-east-1', credentials: undefined },
    })
    expect(readConfig(uploads).backupStore).toMatchObject({
      ...{ settings: 'SPINDLE_S3_', endpoint: 'https://near.example', region: 'eu' },
      credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
    })
    for (const environment of [own, { ...uploads, ...own }])
      expect(readConfig(environment).backupStore).toMatchObject({
        ...{ settings: 'SPINDLE_BACKUP_S3_', endpoint: 'https://far.example', region: 'us-east-1' },
        credentials: { accessKeyId: 'backup', secretAccessKey: 'of backup' },
      })
    // The key of the uploads is not for another store.
    expect(readConfig({ ...uploads, SPINDLE_BACKUP_S3_ENDPOINT: 'https://far.example' }).backupStore).toMatchObject({
      credentials: undefined,
    })
    expect(problemsOf({ SPINDLE_BACKUP_S3_ACCESS_KEY_ID: 'id' })).toEqual([
      {
        key: 'SPINDLE_BACKUP_S3_ACCESS_KEY_ID',
        problem: 'and SPINDLE_BACKUP_S3_SECRET_ACCESS_KEY must be set together',
        fix: 'set both or neither',
      },
    ])
  })

  it('stores uploads in a bucket when one is named', () => {
    const key = { SPINDLE_S3_ACCESS_KEY_ID: 'id', SPINDLE_S3_SECRET_ACCESS_KEY: 'secret' }
    const mebibyte = 1024 * 1024
    const { blobs, settings: shown } = readConfig({
      ...key,
      SPINDLE_BLOBS: 's3://masters/hub/a/',
      SPINDLE_S3_ENDPOINT: 'http://localhost:9000/',
      SPINDLE_DATA_DIR: '/data',
      SPINDLE_MAX_UPLOAD_BYTES: String(90_000 * mebibyte),
    })
    expect(blobs).toMatchObject({
      kind: 's3',
      bucket: 'masters',
      prefix: 'hub/a/',
      endpoint: 'http://localhost:9000',
      region: 'us-east-1',
      credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
      tempFolder: '/data/temp',
      partBytes: 10 * mebibyte,
    })
    expect(shown.find((setting) => setting.key === 'SPINDLE_S3_SECRET_ACCESS_KEY')).toMatchObject({ value: null })
    expect(readConfig({ SPINDLE_BLOBS: 's3://masters' }).blobs).toMatchObject({
      prefix: '',
      credentials: undefined,
      partBytes: 8 * mebibyte,
    })
    expect(problemsOf({ SPINDLE_BLOBS: 's3://masters', SPINDLE_S3_ACCESS_KEY_ID: 'id' })).toMatchObject([
      { key: 'SPINDLE_S3_ACCESS_KEY_ID' },
    ])
    expect(problemsOf(key)).toMatchObject([{ key: 'SPINDLE_S3_ACCESS_KEY_ID', problem: 'is set without a bucket' }])
  })

  it('sends programs to a bucket for audio, and to no disk', () => {
    expect(readConfig({ SPINDLE_BLOBS: 's3://masters' }).audioRedirect).toBe(false)
    const { audioRedirect, blobs } = readConfig({
      SPINDLE_BLOBS: 's3://masters',
      SPINDLE_AUDIO_REDIRECT: 'on',
      SPINDLE_S3_ENDPOINT: 'http://garage:3900',
      SPINDLE_S3_PUBLIC_ENDPOINT: 'https://s3.example/',
    })
    expect(audioRedirect).toBe(true)
    expect(blobs).toMatchObject({ endpoint: 'http://garage:3900', publicEndpoint: 'https://s3.example' })
    expect(problemsOf({ SPINDLE_AUDIO_REDIRECT: 'on' })).toEqual([
      {
        key: 'SPINDLE_AUDIO_REDIRECT',
        problem: 'is on, but uploads are stored on disk, and clients cannot be redirected to a disk',
        fix: 'set SPINDLE_BLOBS=s3://BUCKET/PREFIX, or remove it',
      },
    ])
    expect(readConfig({ SPINDLE_BLOBS: 's3://masters', SPINDLE_DIRECT_TRANSFER: 'on' })).toMatchObject({
      audioRedirect: false,
      directTransfer: true,
    })
    expect(problemsOf({ SPINDLE_DIRECT_TRANSFER: 'on' })).toMatchObject([{ key: 'SPINDLE_DIRECT_TRANSFER' }])
    expect(problemsOf({ SPINDLE_S3_PUBLIC_ENDPOINT: 'https://s3.example' })).toMatchObject([
      { key: 'SPINDLE_S3_PUBLIC_ENDPOINT', problem: 'is set without a bucket' },
    ])
  })

  it('keeps raw plays in ClickHouse when it is named', async () => {
    expect(readConfig({})).toMatchObject({ plays: 'pg', clickHouse: undefined })
    const url = 'http://clickhouse.example:8123'
    const chosen = { SPINDLE_PLAYS: 'clickhouse', SPINDLE_CLICKHOUSE_URL: `${url}/` }
    expect(readConfig(chosen)).toMatchObject({
      plays: 'clickhouse',
      clickHouse: { url, user: 'default', password: undefined, database: 'default' },
    })
    const more = { USER: 'hub', PASSWORD: 'p', DATABASE: 'plays' }
    const named = Object.entries(more).map(([name, value]) => [`SPINDLE_CLICKHOUSE_${name}`, value])
    const { clickHouse, settings: shown } = readConfig({ ...chosen, ...Object.fromEntries(named) })
    expect(clickHouse).toEqual({ url, user: 'hub', password: 'p', database: 'plays' })
    expect(shown.find((setting) => setting.key === 'SPINDLE_CLICKHOUSE_PASSWORD')).toMatchObject({ value: null })
    const file = join(await temporaryFolder('config'), 'password')
    writeFileSync(file, 'from a file\n')
    expect(readConfig({ ...chosen, SPINDLE_CLICKHOUSE_PASSWORD_FILE: file }).clickHouse?.password).toBe('from a file')
    expect(problemsOf({ SPINDLE_PLAYS: 'clickhouse' })).toMatchObject([
      { key: 'SPINDLE_CLICKHOUSE_URL', problem: 'is required with SPINDLE_PLAYS=clickhouse' },
    ])
    expect(problemsOf({ ...chosen, SPINDLE_CLICKHOUSE_URL: 'clickhouse:8123' })).toMatchObject([
      { key: 'SPINDLE_CLICKHOUSE_URL' },
    ])
    expect(problemsOf({ SPINDLE_CLICKHOUSE_URL: url })).toMatchObject([
      { key: 'SPINDLE_CLICKHOUSE_URL', problem: 'is set without SPINDLE_PLAYS=clickhouse' },
    ])
  })

  it('puts raw plays of PostgreSQL beside the uploads as files, others where it is asked for', () => {
    const archiveOf = (environment: Record<string, string>) => readConfig(environment).playsExport
    const [lake, folder] = [{ SPINDLE_PLAYS: 'lake' }, { SPINDLE_PLAYS_EXPORT_DIR: '/srv/plays' }]
    expect(archiveOf({})).toEqual({ kind: 'storage' })
    expect(archiveOf({ SPINDLE_PLAYS_EXPORT: 'off' })).toBeUndefined()
    expect(archiveOf(lake)).toBeUndefined()
    expect(archiveOf({ ...lake, SPINDLE_PLAYS_EXPORT: 'storage' })).toEqual({ kind: 'storage' })
    expect([archiveOf(folder), archiveOf({ ...lake, ...folder })]).toEqual([
      { kind: 'folder', folder: '/srv/plays' },
      { kind: 'folder', folder: '/srv/plays' },
    ])
    expect(problemsOf({ ...folder, SPINDLE_PLAYS_EXPORT: 'storage' })).toMatchObject([
      {
        key: 'SPINDLE_PLAYS_EXPORT',
        problem: 'is set together with SPINDLE_PLAYS_EXPORT_DIR',
        fix: 'remove one of them',
      },
    ])
    expect(problemsOf({ SPINDLE_PLAYS_EXPORT: 'on' })).toMatchObject([{ key: 'SPINDLE_PLAYS_EXPORT' }])
  })

  it('treats an empty value as absent', () => {
    expect(readConfig({ SPINDLE_SECRET: '', SPINDLE_INTEGRATION_TOKENS: ' ', SPINDLE_PORT: '' })).toMatchObject({
      secret: undefined,
      integrationTokens: [],
      port: 4578,
    })
  })

  it('reports every problem at once, each with its key and fix', () => {
    const problems = problemsOf({
      SPINDLE_PORT: 'http',
      SPINDLE_REVIEW: 'maybe',
      SPINDLE_PUBLIC_URL: 'hub.example',
      SPINDLE_RATE_LIMIT: '10',
      DATABASE_URL: 'postgres://x/y',
      SPINDLE_LEGACY_SUNSET: '2026-02-30',
    })
    expect(problems.map(({ key }) => key).sort()).toEqual([
      'SPINDLE_LEGACY_SUNSET',
      'SPINDLE_PORT',
      'SPINDLE_PUBLIC_URL',
      'SPINDLE_RATE_LIMIT',
      'SPINDLE_REVIEW',
      'SPINDLE_SECRET',
    ])
    for (const { problem, fix } of problems) expect(problem.length > 0 && fix.length > 0).toBe(true)
  })

  it('refuses a misspelled setting, and guesses what was meant', () => {
    expect(problemsOf({ SPINDLE_PROT: '1', SPINDLE_COLOUR: 'red' })).toEqual([
      {
        key: 'SPINDLE_PROT',
        problem: 'is not a setting of the hub',
        fix: 'did you mean SPINDLE_PORT? .env.example has the names',
      },
      {
        key: 'SPINDLE_COLOUR',
        problem: 'is not a setting of the hub',
        fix: 'remove it; .env.example has the names',
      },
    ])
  })

  it('lets no member change freely that must be reviewed', () => {
    expect(problemsOf({ SPINDLE_REVIEW_FREE_MEMBERS: 'keywords, tracks.lyrics' })).toEqual([])
    expect(problemsOf({ SPINDLE_REVIEW_FREE_MEMBERS: 'keywords,title,tracks.uploadId' })).toEqual([
      expect.objectContaining({ problem: '"title" cannot be changed without review' }),
      expect.objectContaining({ problem: '"tracks.uploadId" cannot be changed without review' }),
    ])
  })

  it('trusts an issuer over http on this machine only', () => {
    expect(problemsOf({ SPINDLE_AUTH_ISSUER: 'http://127.0.0.1:9/issuer' })).toEqual([])
    expect(problemsOf({ SPINDLE_AUTH_ISSUER: 'https://login.example' })).toEqual([])
    expect(problemsOf({ SPINDLE_AUTH_ISSUER: 'http://login.example' })).toEqual([
      expect.objectContaining({
        key: 'SPINDLE_AUTH_ISSUER',
        problem: '"http://login.example" is not an https URL, so anyone on the network path could sign tokens',
      }),
    ])
  })

  it('refuses one port for the hub and its metrics', () => {
    expect(problemsOf({ SPINDLE_PORT: '0', SPINDLE_METRICS_PORT: '0' })).toEqual([])
    expect(problemsOf({ SPINDLE_PORT: '4000', SPINDLE_METRICS_PORT: '4000' })).toEqual([
      expect.objectContaining({ key: 'SPINDLE_METRICS_PORT', problem: '4000 is the port of the hub itself' }),
    ])
  })

  it('leaves to the clients what is theirs', () => {
    expect(problemsOf({ SPINDLE_URL: 'https://hub.example', SPINDLE_API_KEY: 'spn_x', SPINDLE_PROFILE: 'a' })).toEqual(
      [],
    )
  })

  it('opens the tools of agents no further than it is told, and not at all when it cannot tell', () => {
    expect(readConfig({ SPINDLE_MCP_GATE: 'submit' }).mcpGate).toBe('submit')
    expect(readConfig({ SPINDLE_MCP_GATE: 'off' }).mcpGate).toBeUndefined()
    expect(problemsOf({ SPINDLE_MCP_GATE: 'write' })).toEqual([
      {
        key: 'SPINDLE_MCP_GATE',
        problem: '"write" is not one of off, read, draft, submit',
        fix: 'set one of off, read, draft, submit',
      },
    ])
  })

  it('removes a trailing slash of the public URL', () => {
    expect(readConfig({ SPINDLE_PUBLIC_URL: 'https://hub.example/' }).publicUrl).toBe('https://hub.example')
  })

  it('never repeats the value of a secret', () => {
    const secret = 'short-secret'
    const error = new ConfigError(
      problemsOf({
        SPINDLE_SECRET: secret,
        SPINDLE_METRICS_TOKEN: 'tiny',
        SPINDLE_INTEGRATION_TOKENS: `site=${secret}`,
      }),
    )
    expect(error.problems).toHaveLength(3)
    expect(error.message).not.toContain(secret)
    expect(error.message).not.toContain('tiny')
  })

  it('documents every setting', () => {
    for (const { key, help } of settings) expect(`${key} ${help.length > 10}`).toBe(`${key} true`)
  })
})

describe('integration tokens', () => {
  it('reads entries separated by commas or newlines, with comments', () => {
    const text = `# players\nsite-a=${token}a, site-b=${token}b\nsite-a=${token}c=`
    expect(readConfig({ SPINDLE_INTEGRATION_TOKENS: text }).integrationTokens).toEqual([
      { property: 'site-a', token: `${token}a` },
      { property: 'site-b', token: `${token}b` },
      { property: 'site-a', token: `${token}c=` },
    ])
  })

  it.each([
    ['a short token', 'site=short', 'entry 1 (10 characters) has a token of 5 characters'],
    ['no equals sign', 'site', 'entry 1 (4 characters) does not have the form property=token'],
    [
      'a bad property id',
      `Site A=${token}`,
      `entry 1 (${7 + token.length} characters) has an invalid property id before the =`,
    ],
    ['an empty token', 'site=', 'entry 1 (5 characters) has no token after the ='],
    ['a token used twice', `a=${token},b=${token}`, 'entries 1 and 2 share a token'],
    [
      'three tokens of one property',
      `a=${token}1,a=${token}2,a=${token}3`,
      'entry 3 is the third token of its property',
    ],
    [
      'control characters',
      `a=${token}\u0007`,
      `entry 1 (${3 + token.length} characters) has a token with characters outside printable ASCII`,
    ],
  ])('refuses %s', (_, text, problem) => {
    expect(problemsOf({ SPINDLE_INTEGRATION_TOKENS: text }).map((found) => found.problem)).toContain(problem)
  })

  it('reads the file, and says which when it cannot', async () => {
    const file = join(await temporaryFolder('spindle-config'), 'tokens')
    writeFileSync(file, `site=${token}\n`)
    expect(readConfig({ SPINDLE_INTEGRATION_TOKENS_FILE: file }).integrationTokens).toEqual([
      { property: 'site', token },
    ])
    expect(problemsOf({ SPINDLE_INTEGRATION_TOKENS_FILE: `${file}.gone` })[0]).toMatchObject({
      key: 'SPINDLE_INTEGRATION_TOKENS_FILE',
      problem: `${file}.gone cannot be read (ENOENT)`,
    })
    expect(
      problemsOf({ SPINDLE_INTEGRATION_TOKENS_FILE: file, SPINDLE_INTEGRATION_TOKENS: `x=${token}` }).map(
        ({ key }) => key,
      ),
    ).toContain('SPINDLE_INTEGRATION_TOKENS')
  })
})
