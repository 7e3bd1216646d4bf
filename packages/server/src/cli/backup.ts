import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { exitCodes, flag, integer, text, UsageError } from '@spindle/command-line'
import { type Config, readConfig } from '../config/config.ts'
import {
  type ArchivePlace,
  type BackupReport,
  type FoundBackup,
  generateBackupKey,
  listBackups as list,
  parseRecipient,
  pruneBackups as prune,
  type RestoreReport,
  restoreBackup as restore,
  verifyBackup as verify,
} from '../features/backups/index.ts'
import { forgetSecretId } from '../features/hub-identity/index.ts'
import { blobsFrom } from '../platform/blobs/blobs-from-config.ts'
import { hasEmbeddedDatabase, type OpenDatabase, openDatabase } from '../platform/database/open.ts'
import { writeNewFile } from '../platform/durable-files.ts'
import type { Keys } from '../platform/encryption.ts'
import { findHubSecrets, keepHubSecret } from '../platform/hub-secret.ts'
import { silentLog } from '../platform/log.ts'
import { formatBytes, paced, readSecretKey, requireFolder, tell, withBackupPlace } from './archives.ts'
import { type Command, type CommandInput, exitCodes, show, UsageError } from './command.ts'
import { asOperator } from './operator.ts'
import { type OperatorCommand, type OperatorContext, operatorCommand, show } from './operator-command.ts'
import { keyFile, requiredWord, word } from './options.ts'
import { plainText } from './plain-text.ts'

const place = '<folder or s3://bucket/prefix>'

export const createBackup: Command = {
  name: 'backup create',
  usage: `backup create --to ${place} [--recipient <public key>] [--full]`,
  summary:
    'Back up the database and all uploads while the hub runs; files that are there and whole are not copied again, --full reads all of them',
  hasJson: true,
  async run(input) {
    const { values } = parseOptions(input.args, {
      to: { type: 'string' },
      recipient: { type: 'string' },
      full: { type: 'boolean', default: false },
    })
    const recipient = values.recipient === undefined ? undefined : parseRecipient(values.recipient)
    return withBackupPlace(input, { value: values.to, name: '--to' }, async (to) => {
      const report = await asOperator(input, ({ backups }) =>
        backups.create({ to, recipient, isFull: values.full, onProgress: paced(input) }),
      )
      showCreated(input, to, report)
      return report.missing.length + report.lost.length === 0 ? exitCodes.ok : exitCodes.failed
    })
  },
})

function showCreated(input: CommandInput, to: ArchivePlace, report: BackupReport): void {
  show(input, report, [
    `Backup ${report.id}: ${report.tables} tables, ${report.uploads} uploads (${formatBytes(report.bytes)}), of them ${report.copied} new (${formatBytes(report.copiedBytes)}).`,
    'The secret of the hub is not in it. Keep SPINDLE_SECRET, or the file hub-secret of the data directory, in another place.',
  ])
  tell(
    input,
    report.missing.map(({ id, problem }) => `upload ${id}: ${problem}`),
  )
  tell(
    input,
    report.lost.map(({ id, problem }) => `upload ${id}: ${problem} in the hub, and whole in the backup`),
  )
  if (report.lost.length > 0) input.err(`To bring them back, run: storage repair --from ${to.name}`)
}

export const verifyBackup: Command = {
  name: 'backup verify',
  usage: `backup verify ${place} [--full] [--backup <id>] [--key <file>]`,
  summary: 'Check that a backup has all its files; --full reads each and compares its SHA-256',
  hasJson: true,
  exitCodes: { [exitCodes.failed]: 'the backup is not complete, or not of this hub' },
  input: {
    arguments: { folder: backupFolder },
    options: { isFull: flag('--full', 'Read each file and compare its SHA-256'), backup: whichBackup, key: keyFile },
  },
  async run(input, { folder, isFull, backup, key }) {
    const config = readConfig(input.environment)
    const report = await withBackupPlace(input, { value: positionals[0], name: place }, async (from) =>
      verify({
        from,
        backup: values.backup,
        isFull: values.full,
        secretKey: await readSecretKey(values.key),
        secrets: await findHubSecrets(config),
        onProgress: paced(input),
      }),
    )
    const { id, createdAt, uploads, bytes, isOfThisHub, problems } = report
    const isFine = problems.length === 0 && isOfThisHub !== false
    show(input, report, [
      `Backup ${id} of ${createdAt}: ${uploads} uploads (${formatBytes(bytes)}), ${isFine ? 'complete' : 'NOT complete'}.`,
      ...(isOfThisHub === true ? ['It is of this hub, and the secret here opens what is sealed in it.'] : []),
    ])
    if (isOfThisHub === false)
      input.err('The secret here is not that of the hub in the backup: a restore needs its own one.')
    tell(input, problems)
    if (isFull && isFine && isOfThisHub === true && hasDatabase(config)) {
      await asOperator(input, ({ backups }) => backups.noteVerified(report))
      if (input.isJson !== true) input.out('The hub knows that this backup was verified.')
    }
    if (report.isNoted) input.err('The next "backup create" here copies the damaged files again.')
    return isFine ? exitCodes.ok : exitCodes.failed
  },
})

const listBackups = operatorCommand({
  name: 'backup list',
  usage: `backup list ${place} [--key <file>]`,
  summary: 'List the backups in a folder or bucket, oldest first',
  hasJson: true,
  async run(input) {
    const { values, positionals } = parseOptions(input.args, { key: { type: 'string' } })
    const backups = await withBackupPlace(input, { value: positionals[0], name: place }, async (from) =>
      list({
        from,
        secretKey: await readSecretKey(values.key),
        secrets: await findHubSecrets(readConfig(input.environment)),
      }),
    )
    show(input, backups, backups.map(describeBackup))
    return backups.some((backup) => 'problem' in backup) ? exitCodes.failed : exitCodes.ok
  },
})

function describeBackup(backup: FoundBackup): string {
  if ('problem' in backup) return `${backup.id}  cannot be read: ${plainText(backup.problem)}`
  const { id, createdAt, rowBytes, missing, isOfThisHub } = backup
  return [
    id,
    createdAt,
    `rows ${formatBytes(rowBytes)}`,
    missing === 0 ? 'complete' : `${missing} uploads missing`,
    ...(isOfThisHub === false ? ['of another hub, or of another secret'] : []),
  ].join('  ')
}

const pruneBackups = operatorCommand({
  name: 'backup prune',
  usage: `backup prune ${place} [--keep-daily <n>] [--keep-weekly <n>] [--keep-monthly <n>] [--max-age <days>] [--dry-run] [--key <file>]`,
  summary: 'Remove old backups and the files that no other backup needs; the newest complete backup always stays',
  hasJson: true,
  examples: ['spindle-hub backup prune /backups --keep-daily 7 --keep-weekly 4 --keep-monthly 12 --dry-run'],
  input: {
    arguments: { folder: backupFolder },
    options: {
      daily: count('--keep-daily <number>', 'Keep the newest backup of this many days'),
      weekly: count('--keep-weekly <number>', 'Keep the newest backup of this many weeks'),
      monthly: count('--keep-monthly <number>', 'Keep the newest backup of this many months'),
      maxAgeDays: count('--max-age <days>', 'Keep no backup that is older'),
      isTrial: flag('--dry-run', 'Only show what would be removed'),
      key: keyFile,
    },
  },
  async run(input, { folder, daily, weekly, monthly, maxAgeDays, isTrial, key }) {
    if ([daily, weekly, monthly].every((count) => count === undefined))
      throw new UsageError('Say what to keep, such as --keep-daily 7 --keep-weekly 4 --keep-monthly 12')
    const maxAgeDays = parseCount(values['max-age'], '--max-age')
    const report = await withBackupPlace(input, { value: positionals[0], name: place }, async (from) =>
      prune({
        from,
        secretKey: await readSecretKey(values.key),
        rules: { daily: daily ?? 0, weekly: weekly ?? 0, monthly: monthly ?? 0, maxAgeDays },
        now: new Date(),
        isTrial: values['dry-run'],
      }),
    )
    const { kept, removed, removedFiles, removedBytes } = report
    show(input, report, [
      ...removed.map((id) => `${isTrial ? 'would remove' : 'removed'} ${id}`),
      `${kept.length} backups stay, ${removed.length} ${isTrial ? 'would go' : 'are removed'}, with ${removedFiles} files of uploads (${formatBytes(removedBytes)}).`,
    ])
    return undefined
  },
})

function count(flags: string, summary: string) {
  return integer(flags, summary, { min: 1, max: 99_999 })
}

/** A check runs beside a hub, or on another machine that has the folder alone: there it must make no database. */
const hasDatabase = ({ databaseUrl, dataDir }: Config): boolean =>
  databaseUrl !== undefined || existsSync(join(dataDir, 'postgres'))

const restoreBackup = operatorCommand({
  name: 'backup restore',
  usage: `backup restore --from ${place} --to <data directory> [--backup <id>] [--key <file>] [--secret-file <file> | --new-secret] [--database-only]`,
  summary:
    'Make a hub of a backup, in an empty data directory and, with DATABASE_URL, an empty database; --database-only keeps the uploads that are there',
  whenStopped:
    'The restored part is not a hub. Empty the data directory, the storage and the database, and begin again.',
  hasJson: true,
  async run(input) {
    const { values } = parseOptions(input.args, {
      from: { type: 'string' },
      to: { type: 'string' },
      backup: { type: 'string' },
      key: { type: 'string' },
      'secret-file': { type: 'string' },
      'new-secret': { type: 'boolean', default: false },
      'database-only': { type: 'boolean', default: false },
    })
    const to = requireFolder(values.to, '--to')
    const config = readConfig({ ...input.environment, SPINDLE_DATA_DIR: to })
    const secrets = await chooseSecrets(config, { file: values['secret-file'], isNew: values['new-secret'] })
    const secretKey = await readSecretKey(values.key)
    const options = { backup: values.backup, secrets, secretKey, isDatabaseOnly: values['database-only'] }
    return withBackupPlace(input, { value: values.from, name: '--from' }, async (from) => {
      const report = await restoreInto(config, (target) =>
        restore(target, { ...options, from, onProgress: paced(input) }),
      )
      show(input, report, [
        `Restored ${report.id} of ${report.createdAt}: ${report.tables} tables, ${report.uploads} uploads (${formatBytes(report.bytes)}).`,
        'What was revoked, disabled or taken down after that time is not: do it again. Then run: restore finish',
        'Until then nothing leaves the hub: the feed of properties is paused, and so are webhooks and deliveries to stores.',
      ])
      if (!options.isDatabaseOnly) tellMissing(input, report)
      else tellAbsent(input, report, from)
      return report.missing.length === 0 ? exitCodes.ok : exitCodes.failed
    })
  },
})

const drillBackup = operatorCommand({
  name: 'backup drill',
  usage: `backup drill ${place} [--in <folder>] [--backup <id>] [--key <file>]`,
  summary: 'Practise: make a hub of a backup in a new folder, compare every byte, remove it, and note the date',
  hasJson: true,
  async run(input) {
    const { values, positionals } = parseOptions(input.args, {
      in: { type: 'string' },
      backup: { type: 'string' },
      key: { type: 'string' },
    })
    const room = values.in === undefined ? tmpdir() : requireFolder(values.in, '--in')
    const config = readConfig(input.environment)
    const secrets = await chooseSecrets(config, { file: undefined, isNew: false })
    const secretKey = await readSecretKey(values.key)
    const options = { backup: values.backup, secrets, secretKey, isDatabaseOnly: false, onProgress: paced(input) }
    return withBackupPlace(input, { value: positionals[0], name: place }, async (from) => {
      // Before anything is restored: the date is noted in the hub.
      await asOperator(input, async () => {})
      const folder = await mkdtemp(join(room, 'spindle-drill-'))
      try {
        const report = await restoreInto(apart(config, folder), (target) => restore(target, { ...options, from }))
        const isFine = report.missing.length === 0
        if (isFine) await asOperator(input, ({ backups }) => backups.noteDrill(report.id))
        show(input, report, [
          `Backup ${report.id} of ${report.createdAt} was restored and removed again: ${report.tables} tables, ${report.uploads} uploads (${formatBytes(report.bytes)}).`,
          isFine ? 'The date of this drill is noted.' : 'It is NOT complete: this drill does not count.',
        ])
        tellMissing(input, report)
        return isFine ? exitCodes.ok : exitCodes.failed
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    })
  },
})

const noteDrill = operatorCommand({
  name: 'backup drilled',
  summary: 'Note that you restored a backup by other means today, and that it was complete',
  input: {},
  async run(input) {
    await asOperator(input, ({ backups }) => backups.noteDrill(null))
    input.out('The date of this drill is noted.')
    return undefined
  },
})

const beginRestore = operatorCommand({
  name: 'restore begin',
  summary: 'Hold a hub whose database was restored by other tools, as backup restore does',
  input: { options: { time: requiredWord('--to <time>', 'Instant it was restored to, such as 2026-05-01T08:00:00Z') } },
  async run(input, { time }) {
    const to = new Date(time)
    if (!(to.getTime() <= Date.now()))
      throw new UsageError('--to takes a time in the past, such as 2026-05-01T08:00:00Z')
    const isNew = await asOperator(input, ({ backups }) => backups.beginRestore(to))
    input.out(
      isNew
        ? 'Properties, stores and webhooks are told nothing until you run: restore finish'
        : 'This hub is held already. When you have looked at it, run: restore finish',
    )
    return undefined
  },
})

const finishRestore = operatorCommand({
  name: 'restore finish',
  summary: 'End the hold of a restored hub: deliveries, webhooks and the feed continue',
  input: {},
  async run(input) {
    const restore = await asOperator(input, ({ backups }) => backups.finishRestore())
    input.out(
      restore
        ? `The restore of ${restore.backupId} is finished. Properties, stores and webhooks are told again, and files without an upload are swept.`
        : 'This hub was not restored, or its restore is finished already.',
    )
    return undefined
  },
})

const createBackupKey = operatorCommand({
  name: 'backup key',
  usage: 'backup key --to <file>',
  summary: 'Make a key for sealed backups: keeps the secret half in the file and prints the public one',
  async run(input) {
    const { values } = parseOptions(input.args, { to: { type: 'string' } })
    const file = requireFolder(values.to, '--to')
    const { secret, recipient } = generateBackupKey()
    await writeNewFile(resolve(to), `${secret}\n`)
    input.out(recipient)
    return undefined
  },
})

const tellMissing = (input: OperatorContext, { missing }: RestoreReport): void =>
  tell(
    input,
    missing.map((id) => `upload ${id}: its bytes are not in the backup, or not as they were`),
  )

function tellAbsent(input: CommandInput, { missing }: RestoreReport, from: ArchivePlace): void {
  tell(
    input,
    missing.map((id) => `upload ${id}: the storage does not have its bytes`),
  )
  if (missing.length > 0) input.err(`To bring them back, run: storage repair --from ${from.name}`)
}

/** A hub with nothing but that folder: no database and no bucket of the one that is configured. */
const apart = (config: Config, dataDir: string): Config => ({
  ...config,
  dataDir,
  databaseUrl: undefined,
  databaseDirectUrl: undefined,
  blobs: { kind: 'disk', folder: join(dataDir, 'uploads') },
})

type RestoreWork = (target: Parameters<typeof restore>[0]) => Promise<RestoreReport>

/** Nobody else may open them meanwhile: the lock of the data directory is held. */
async function restoreInto(config: Config, work: RestoreWork): Promise<RestoreReport> {
  const { dataDir } = config
  const blobs = blobsFrom({ ...config, blobs: patient(config.blobs) })
  let opened: OpenDatabase | undefined
  try {
    return await work({
      makesDatabase: config.databaseUrl === undefined && !hasEmbeddedDatabase(dataDir),
      openDatabase: async () => {
        opened = await openDatabase({ ...config, maxConnections: 2, log: silentLog })
        return opened
      },
      blobs,
      now: () => new Date(),
      keepSecret: async (secret) => config.secret === undefined && keepHubSecret(dataDir, secret),
      forgetSecret: forgetSecretId,
    })
  } finally {
    await blobs.close()
    await opened?.close()
  }
}

/** Nothing else waits here for room for temporary files, so an upload waits for as long as the others take. */
const patient = (blobs: Config['blobs']): Config['blobs'] =>
  blobs.kind === 's3' ? { ...blobs, spoolPatienceMs: 60 * 60_000 } : blobs

async function chooseSecrets(
  config: Config,
  { file, isNew }: { readonly file: string | undefined; readonly isNew: boolean },
): Promise<Keys | undefined> {
  if (isNew) return undefined
  if (file !== undefined) return [Buffer.from((await readFile(resolve(file), 'utf8')).trim())]
  const found = await findHubSecrets(config)
  if (found) return found
  throw new UsageError(
    'The secret of the hub is missing: set SPINDLE_SECRET, or add --secret-file with its file hub-secret, or --new-secret, with which cursors and stored answers end',
  )
}

export const backupCommands: readonly OperatorCommand[] = [
  createBackup,
  verifyBackup,
  listBackups,
  pruneBackups,
  drillBackup,
  noteDrill,
  restoreBackup,
  beginRestore,
  finishRestore,
  createBackupKey,
]
