import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { exitCodes, flag, integer, text, UsageError } from '@spindle/command-line'
import { type Config, readConfig } from '../../config/config.ts'
import {
  type ArchivePlace,
  type BackupReport,
  type FoundBackup,
  generateBackupKey,
  listBackups as list,
  parseRecipient,
  pruneBackups as prune,
  verifyBackup as verify,
} from '../../features/backups/index.ts'
import { writeNewFile } from '../../platform/files/durable-files.ts'
import { findHubSecrets } from '../../platform/secrets/hub-secret.ts'
import { asOperator } from '../operator-command/operator.ts'
import {
  type OperatorCommand,
  type OperatorContext,
  operatorCommand,
  show,
} from '../operator-command/operator-command.ts'
import { backupPlace, keyFile, requiredWord, whichBackup } from '../operator-command/options.ts'
import { plainText } from '../operator-command/plain-text.ts'
import { formatBytes, paced, readSecretKey, tell, toLocalPath, withBackupPlace } from './archives.ts'
import { restoreCommands } from './restore.ts'

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

export const backupCommands: readonly OperatorCommand[] = [
  createBackup,
  verifyBackup,
  listBackups,
  pruneBackups,
  ...restoreCommands,
  createBackupKey,
]
