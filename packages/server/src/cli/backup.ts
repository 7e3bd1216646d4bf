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
import { writeNewFile } from '../platform/files/durable-files.ts'
import { silentLog } from '../platform/logging/log.ts'
import { hasEmbeddedDatabase, type OpenDatabase, openDatabase } from '../platform/open-database.ts'
import type { Keys } from '../platform/secrets/encryption.ts'
import { findHubSecrets, keepHubSecret } from '../platform/secrets/hub-secret.ts'
import { formatBytes, paced, readSecretKey, tell, toLocalPath, withBackupPlace } from './archives.ts'
import { asOperator } from './operator.ts'
import { type OperatorCommand, type OperatorContext, operatorCommand, show } from './operator-command.ts'
import { keyFile, requiredWord, word } from './options.ts'
import { plainText } from './plain-text.ts'

const backupPlace = word('Folder of backups, or s3://bucket/prefix')
const whichBackup = text('--backup <id>', 'Which backup (default: the newest)')

const createBackup = operatorCommand({
  name: 'backup create',
  summary: 'Back up the database and all uploads while the hub runs',
  description:
    'Backs up the database and all uploads while the hub runs. Files that are already there are not copied again.',
  exitCodes: { [exitCodes.failed]: 'the hub has lost the bytes of some uploads; everything else is backed up' },
  hasJson: true,
  input: {
    options: {
      to: requiredWord('--to <place>', 'Folder of backups, or s3://bucket/prefix'),
      recipient: text('--recipient <key>', 'Seal the backup for this public key (see backup key)'),
      isFull: flag('--full', 'Read every file that is already there, and copy damaged ones again'),
    },
  },
  async run(input, { to: place, recipient: publicKey, isFull }) {
    const recipient = publicKey === undefined ? undefined : parseRecipient(publicKey)
    return withBackupPlace(input, place, async (to) => {
      const report = await asOperator(input, ({ backups }) =>
        backups.create({ to, recipient, isFull, onProgress: paced(input) }),
      )
      showCreated(input, to, report)
      return report.missing.length + report.lost.length === 0 ? exitCodes.ok : exitCodes.failed
    })
  },
})

function showCreated(input: OperatorContext, to: ArchivePlace, report: BackupReport): void {
  show(input, report, [
    `Backup ${report.id}: ${report.tables} tables, ${report.uploads} uploads (${formatBytes(report.bytes)}), including ${report.copied} new (${formatBytes(report.copiedBytes)}).`,
    'The backup does not contain the secret of the hub. Keep SPINDLE_SECRET, or the file hub-secret of the data directory, in another place.',
  ])
  tell(
    input,
    report.missing.map(({ id, problem }) => `upload ${id}: ${problem}`),
  )
  tell(
    input,
    report.lost.map(({ id, problem }) => `upload ${id}: ${problem} in the hub, but intact in the backup`),
  )
  if (report.lost.length > 0) input.err(`To restore them, run: storage repair --from ${to.name}`)
}

const verifyBackup = operatorCommand({
  name: 'backup verify',
  summary: 'Check that a backup has all its files',
  hasJson: true,
  exitCodes: { [exitCodes.failed]: 'the backup is not complete, or not of this hub' },
  input: {
    arguments: { place: backupPlace },
    options: { isFull: flag('--full', 'Read each file and compare its SHA-256'), backup: whichBackup, key: keyFile },
  },
  async run(input, { place, isFull, backup, key }) {
    const config = readConfig(input.environment)
    const report = await withBackupPlace(input, place, async (from) =>
      verify({
        from,
        backup,
        isFull,
        secretKey: await readSecretKey(key),
        secrets: await findHubSecrets(config),
        onProgress: paced(input),
      }),
    )
    const { id, createdAt, uploads, bytes, isOfThisHub, problems } = report
    const isFine = problems.length === 0 && isOfThisHub !== false
    show(input, report, [
      `Backup ${id} of ${createdAt}: ${uploads} uploads (${formatBytes(bytes)}), ${isFine ? 'complete' : 'NOT complete'}.`,
      ...(isOfThisHub === true ? ['It belongs to this hub, and the configured secret can decrypt it.'] : []),
    ])
    if (isOfThisHub === false)
      input.err(
        'The configured secret does not belong to the hub in the backup. A restore needs the secret of that hub.',
      )
    tell(input, problems)
    if (isFull && isFine && isOfThisHub === true && hasDatabase(config)) {
      await asOperator(input, ({ backups }) => backups.noteVerified(report))
      if (input.isJson !== true) input.out('The hub has recorded that this backup was verified.')
    }
    if (report.isNoted) input.err('The next "backup create" here copies the damaged files again.')
    return isFine ? exitCodes.ok : exitCodes.failed
  },
})

const listBackups = operatorCommand({
  name: 'backup list',
  summary: 'List the backups in a folder or bucket, oldest first',
  hasJson: true,
  exitCodes: { [exitCodes.failed]: 'some backups cannot be read' },
  input: { arguments: { place: backupPlace }, options: { key: keyFile } },
  async run(input, { place, key }) {
    const backups = await withBackupPlace(input, place, async (from) =>
      list({
        from,
        secretKey: await readSecretKey(key),
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
    ...(isOfThisHub === false ? ['from another hub, or with another secret'] : []),
  ].join('  ')
}

const pruneBackups = operatorCommand({
  name: 'backup prune',
  summary: 'Remove old backups and files that no other backup needs; the newest complete backup stays',
  hasJson: true,
  examples: ['spindle-hub backup prune /backups --keep-daily 7 --keep-weekly 4 --keep-monthly 12 --dry-run'],
  input: {
    arguments: { place: backupPlace },
    options: {
      daily: count('--keep-daily <number>', 'Keep the newest backup of this many days'),
      weekly: count('--keep-weekly <number>', 'Keep the newest backup of this many weeks'),
      monthly: count('--keep-monthly <number>', 'Keep the newest backup of this many months'),
      maxAgeDays: count('--max-age <days>', 'Keep no backup that is older'),
      isDryRun: flag('--dry-run', 'Only show what would be removed'),
      key: keyFile,
    },
  },
  async run(input, { place, daily, weekly, monthly, maxAgeDays, isDryRun, key }) {
    if ([daily, weekly, monthly].every((count) => count === undefined))
      throw new UsageError('Choose what to keep, such as --keep-daily 7 --keep-weekly 4 --keep-monthly 12')
    const report = await withBackupPlace(input, place, async (from) =>
      prune({
        from,
        secretKey: await readSecretKey(key),
        rules: { daily: daily ?? 0, weekly: weekly ?? 0, monthly: monthly ?? 0, maxAgeDays },
        now: new Date(),
        isDryRun,
      }),
    )
    const { kept, removed, removedFiles, removedBytes } = report
    show(input, report, [
      ...removed.map((id) => `${isDryRun ? 'would remove' : 'removed'} ${id}`),
      `${kept.length} backups stay, ${removed.length} ${isDryRun ? 'would go' : 'are removed'}, with ${removedFiles} files of uploads (${formatBytes(removedBytes)}).`,
    ])
    return undefined
  },
})

function count(flags: string, summary: string) {
  return integer(flags, summary, { min: 1, max: 99_999 })
}

/** A check runs next to a hub, or on another machine that has only the folder. There it must not create a database. */
const hasDatabase = ({ databaseUrl, dataDir }: Config): boolean =>
  databaseUrl !== undefined || existsSync(join(dataDir, 'postgres'))

const restoreBackup = operatorCommand({
  name: 'backup restore',
  summary: 'Restore a backup into an empty data directory and, with DATABASE_URL, an empty database',
  exitCodes: { [exitCodes.failed]: 'the bytes of some uploads are missing' },
  whenStopped: 'The restore is incomplete. Empty the data directory, the storage and the database, and start again.',
  hasJson: true,
  input: {
    options: {
      from: requiredWord('--from <place>', 'Folder of backups, or s3://bucket/prefix'),
      to: requiredWord('--to <folder>', 'Data directory of the new hub'),
      backup: whichBackup,
      key: keyFile,
      secretFile: text('--secret-file <file>', 'File with the secret of the hub (default: SPINDLE_SECRET)'),
      isNewSecret: flag('--new-secret', 'Begin with a new secret; cursors and stored answers end'),
      isDatabaseOnly: flag('--database-only', 'Restore the database alone, and keep the stored uploads'),
    },
  },
  async run(input, { from: place, to: folder, backup, key, secretFile, isNewSecret, isDatabaseOnly }) {
    const to = toLocalPath(folder, '--to')
    const config = readConfig({ ...input.environment, SPINDLE_DATA_DIR: to })
    const secrets = await chooseSecrets(config, { file: secretFile, isNew: isNewSecret })
    const secretKey = await readSecretKey(key)
    return withBackupPlace(input, place, async (from) => {
      const report = await restoreInto(config, (target) =>
        restore(target, { from, backup, secrets, secretKey, isDatabaseOnly, onProgress: paced(input) }),
      )
      show(input, report, [
        `Restored ${report.id} of ${report.createdAt}: ${report.tables} tables, ${report.uploads} uploads (${formatBytes(report.bytes)}).`,
        'Changes after that time, such as revocations and takedowns, are missing. Repeat them, then run: restore finish',
        'Until then, the property feed, webhooks and deliveries to stores are paused.',
      ])
      if (!isDatabaseOnly) tellMissing(input, report)
      else tellAbsent(input, report, from)
      return report.missing.length === 0 ? exitCodes.ok : exitCodes.failed
    })
  },
})

const drillBackup = operatorCommand({
  name: 'backup drill',
  summary: 'Practise a restore: restore a backup into a new folder, compare every byte, remove it, and note the date',
  hasJson: true,
  exitCodes: { [exitCodes.failed]: 'the backup is not complete' },
  input: {
    arguments: { place: backupPlace },
    options: {
      room: text('--in <folder>', 'Folder with room for the restored hub (default: the temporary one)'),
      backup: whichBackup,
      key: keyFile,
    },
  },
  async run(input, { place, room, backup, key }) {
    const parent = room === undefined ? tmpdir() : toLocalPath(room, '--in')
    const config = readConfig(input.environment)
    const secrets = await chooseSecrets(config, { file: undefined, isNew: false })
    const secretKey = await readSecretKey(key)
    const options = { backup, secrets, secretKey, isDatabaseOnly: false, onProgress: paced(input) }
    return withBackupPlace(input, place, async (from) => {
      // Before anything is restored: the date is noted in the hub.
      await asOperator(input, async () => {})
      const folder = await mkdtemp(join(parent, 'spindle-drill-'))
      try {
        const report = await restoreInto(apart(config, folder), (target) => restore(target, { ...options, from }))
        const isFine = report.missing.length === 0
        if (isFine) await asOperator(input, ({ backups }) => backups.noteDrill(report.id))
        show(input, report, [
          `Backup ${report.id} of ${report.createdAt} was restored and removed again: ${report.tables} tables, ${report.uploads} uploads (${formatBytes(report.bytes)}).`,
          isFine ? 'The date of this drill was recorded.' : 'It is NOT complete, so this drill does not count.',
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
    input.out('The date of this drill was recorded.')
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
      throw new UsageError('--to must be a time in the past, such as 2026-05-01T08:00:00Z')
    const isNew = await asOperator(input, ({ backups }) => backups.beginRestore(to))
    input.out(
      isNew
        ? 'The hub sends nothing to properties, stores and webhooks until you run: restore finish'
        : 'This hub is already on hold. When you have checked it, run: restore finish',
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
        ? `The restore of ${restore.backupId} is finished. Properties, stores and webhooks get data again, and unused files are swept.`
        : 'This hub was not restored, or its restore is already finished.',
    )
    return undefined
  },
})

const createBackupKey = operatorCommand({
  name: 'backup key',
  summary: 'Make a key for sealed backups: write the secret half to a file and print the public half',
  input: { options: { to: requiredWord('--to <file>', 'New file for the secret half') } },
  async run(input, { to }) {
    const { secret, recipient } = generateBackupKey()
    await writeNewFile(toLocalPath(to, '--to'), `${secret}\n`)
    input.out(recipient)
    return undefined
  },
})

const tellMissing = (input: OperatorContext, { missing }: RestoreReport): void =>
  tell(
    input,
    missing.map((id) => `upload ${id}: its data is missing or damaged in the backup`),
  )

function tellAbsent(input: OperatorContext, { missing }: RestoreReport, from: ArchivePlace): void {
  tell(
    input,
    missing.map((id) => `upload ${id}: its data is missing in the storage`),
  )
  if (missing.length > 0) input.err(`To restore them, run: storage repair --from ${from.name}`)
}

/** A hub with only that folder: without the configured database and bucket. */
const apart = (config: Config, dataDir: string): Config => ({
  ...config,
  dataDir,
  databaseUrl: undefined,
  databaseDirectUrl: undefined,
  blobs: { kind: 'disk', folder: join(dataDir, 'uploads') },
})

type RestoreWork = (target: Parameters<typeof restore>[0]) => Promise<RestoreReport>

/** The lock of the data directory is held, so no other process can open its files. */
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

/** No other work here needs room for temporary files, so an upload may wait as long as the others take. */
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
    'The secret of the hub is missing: set SPINDLE_SECRET, or add --secret-file with its file hub-secret, or --new-secret, which invalidates cursors and stored responses',
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
