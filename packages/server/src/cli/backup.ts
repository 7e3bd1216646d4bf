import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Config, readConfig } from '../config/config.ts'
import {
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
import { formatBytes, paced, readSecretKey, tell } from './archives.ts'
import { type Command, type CommandInput, exitCodes, show, UsageError } from './command.ts'
import { asOperator } from './operator.ts'
import { parseOptions, requireOption } from './options.ts'
import { plainText } from './plain-text.ts'

export const createBackup: Command = {
  name: 'backup create',
  usage: 'backup create --to <folder> [--recipient <public key>] [--full]',
  summary:
    'Back up the database and all uploads while the hub runs; files the folder has whole are not copied again, --full reads all of them',
  hasJson: true,
  async run(input) {
    const { values } = parseOptions(input.args, {
      to: { type: 'string' },
      recipient: { type: 'string' },
      full: { type: 'boolean', default: false },
    })
    const to = resolve(requireOption(values.to, '--to'))
    const recipient = values.recipient === undefined ? undefined : parseRecipient(values.recipient)
    const report = await asOperator(input, ({ backups }) =>
      backups.create({ to, recipient, isFull: values.full, onProgress: paced(input) }),
    )
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
    if (report.lost.length > 0) input.err(`To bring them back, run: storage repair --from ${to}`)
    return report.missing.length + report.lost.length === 0 ? exitCodes.ok : exitCodes.failed
  },
}

export const verifyBackup: Command = {
  name: 'backup verify',
  usage: 'backup verify <folder> [--full] [--backup <id>] [--key <file>]',
  summary: 'Check that a backup has all its files; --full reads each and compares its SHA-256',
  hasJson: true,
  async run(input) {
    const { values, positionals } = parseOptions(input.args, {
      full: { type: 'boolean', default: false },
      backup: { type: 'string' },
      key: { type: 'string' },
    })
    const config = readConfig(input.environment)
    const report = await verify({
      from: resolve(requireOption(positionals[0], '<folder>')),
      backup: values.backup,
      isFull: values.full,
      secretKey: await readSecretKey(values.key),
      secrets: await findHubSecrets(config),
      onProgress: paced(input),
    })
    const { id, createdAt, uploads, bytes, isOfThisHub, problems } = report
    const isFine = problems.length === 0 && isOfThisHub !== false
    show(input, report, [
      `Backup ${id} of ${createdAt}: ${uploads} uploads (${formatBytes(bytes)}), ${isFine ? 'complete' : 'NOT complete'}.`,
      ...(isOfThisHub === true ? ['It is of this hub, and the secret here opens what is sealed in it.'] : []),
    ])
    if (isOfThisHub === false)
      input.err('The secret here is not that of the hub in the backup: a restore needs its own one.')
    tell(input, problems)
    if (values.full && isFine && isOfThisHub === true && hasDatabase(config)) {
      await asOperator(input, ({ backups }) => backups.noteVerified(report))
      if (input.isJson !== true) input.out('The hub knows that this backup was verified.')
    }
    if (report.isNoted) input.err('The next "backup create" into this folder copies the damaged files again.')
    return isFine ? exitCodes.ok : exitCodes.failed
  },
}

export const listBackups: Command = {
  name: 'backup list',
  usage: 'backup list <folder> [--key <file>]',
  summary: 'List the backups of a folder, oldest first',
  hasJson: true,
  async run(input) {
    const { values, positionals } = parseOptions(input.args, { key: { type: 'string' } })
    const backups = await list({
      from: resolve(requireOption(positionals[0], '<folder>')),
      secretKey: await readSecretKey(values.key),
      secrets: await findHubSecrets(readConfig(input.environment)),
    })
    show(input, backups, backups.map(describeBackup))
    return backups.some((backup) => 'problem' in backup) ? exitCodes.failed : exitCodes.ok
  },
}

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

export const pruneBackups: Command = {
  name: 'backup prune',
  usage:
    'backup prune <folder> [--keep-daily <n>] [--keep-weekly <n>] [--keep-monthly <n>] [--max-age <days>] [--dry-run] [--key <file>]',
  summary: 'Remove old backups and the files that no other backup needs; the newest complete backup always stays',
  hasJson: true,
  async run(input) {
    const { values, positionals } = parseOptions(input.args, {
      'keep-daily': { type: 'string' },
      'keep-weekly': { type: 'string' },
      'keep-monthly': { type: 'string' },
      'max-age': { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
      key: { type: 'string' },
    })
    const [daily, weekly, monthly] = (['keep-daily', 'keep-weekly', 'keep-monthly'] as const).map((name) =>
      parseCount(values[name], `--${name}`),
    )
    if ([daily, weekly, monthly].every((count) => count === undefined))
      throw new UsageError('Say what to keep, such as --keep-daily 7 --keep-weekly 4 --keep-monthly 12')
    const report = await prune({
      from: resolve(requireOption(positionals[0], '<folder>')),
      secretKey: await readSecretKey(values.key),
      rules: {
        daily: daily ?? 0,
        weekly: weekly ?? 0,
        monthly: monthly ?? 0,
        maxAgeDays: parseCount(values['max-age'], '--max-age'),
      },
      now: new Date(),
      isTrial: values['dry-run'],
    })
    const { kept, removed, removedFiles, removedBytes } = report
    show(input, report, [
      ...removed.map((id) => `${values['dry-run'] ? 'would remove' : 'removed'} ${id}`),
      `${kept.length} backups stay, ${removed.length} ${values['dry-run'] ? 'would go' : 'are removed'}, with ${removedFiles} files of uploads (${formatBytes(removedBytes)}).`,
    ])
    return exitCodes.ok
  },
}

function parseCount(text: string | undefined, name: string): number | undefined {
  if (text === undefined) return undefined
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new UsageError(`${name} takes a whole number from 1 to 99999`)
  return Number(text)
}

/** A check runs beside a hub, or on another machine that has the folder alone: there it must make no database. */
const hasDatabase = ({ databaseUrl, dataDir }: Config): boolean =>
  databaseUrl !== undefined || existsSync(join(dataDir, 'postgres'))

export const restoreBackup: Command = {
  name: 'backup restore',
  usage:
    'backup restore --from <folder> --to <data directory> [--backup <id>] [--key <file>] [--secret-file <file> | --new-secret] [--database-only]',
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
    const from = resolve(requireOption(values.from, '--from'))
    const to = resolve(requireOption(values.to, '--to'))
    const config = readConfig({ ...input.environment, SPINDLE_DATA_DIR: to })
    const secrets = await chooseSecrets(config, { file: values['secret-file'], isNew: values['new-secret'] })
    const secretKey = await readSecretKey(values.key)
    const report = await restoreInto(config, (target) =>
      restore(target, {
        ...{ from, backup: values.backup, secrets, secretKey, onProgress: paced(input) },
        isDatabaseOnly: values['database-only'],
      }),
    )
    show(input, report, [
      `Restored ${report.id} of ${report.createdAt}: ${report.tables} tables, ${report.uploads} uploads (${formatBytes(report.bytes)}).`,
      'What was revoked, disabled or taken down after that time is not: do it again. Then run: restore finish',
      'Until then nothing leaves the hub: the feed of properties is paused, and so are webhooks and deliveries to stores.',
    ])
    if (!values['database-only']) tellMissing(input, report)
    else tellAbsent(input, report, from)
    return report.missing.length === 0 ? exitCodes.ok : exitCodes.failed
  },
}

export const drillBackup: Command = {
  name: 'backup drill',
  usage: 'backup drill <folder> [--in <folder>] [--backup <id>] [--key <file>]',
  summary: 'Practise: make a hub of a backup in a new folder, compare every byte, remove it, and note the date',
  hasJson: true,
  async run(input) {
    const { values, positionals } = parseOptions(input.args, {
      in: { type: 'string' },
      backup: { type: 'string' },
      key: { type: 'string' },
    })
    const from = resolve(requireOption(positionals[0], '<folder>'))
    const config = readConfig(input.environment)
    const secrets = await chooseSecrets(config, { file: undefined, isNew: false })
    const secretKey = await readSecretKey(values.key)
    // Before anything is restored: the date is noted in the hub.
    await asOperator(input, async () => {})
    const folder = await mkdtemp(join(resolve(values.in ?? tmpdir()), 'spindle-drill-'))
    try {
      const report = await restoreInto(apart(config, folder), (target) =>
        restore(target, {
          ...{ from, backup: values.backup, secrets, secretKey, onProgress: paced(input) },
          isDatabaseOnly: false,
        }),
      )
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
  },
}

export const noteDrill: Command = {
  name: 'backup drilled',
  usage: 'backup drilled',
  summary: 'Note that you have restored a backup by other means today, and that it was complete',
  async run(input) {
    await asOperator(input, ({ backups }) => backups.noteDrill(null))
    input.out('The date of this drill is noted.')
    return exitCodes.ok
  },
}

export const beginRestore: Command = {
  name: 'restore begin',
  usage: 'restore begin --to <time>',
  summary: 'Hold a hub whose database other tools brought back to that instant, as backup restore does',
  async run(input) {
    const { values } = parseOptions(input.args, { to: { type: 'string' } })
    const to = new Date(requireOption(values.to, '--to'))
    if (!(to.getTime() <= Date.now()))
      throw new UsageError('--to takes a time in the past, such as 2026-05-01T08:00:00Z')
    const isNew = await asOperator(input, ({ backups }) => backups.beginRestore(to))
    input.out(
      isNew
        ? 'Properties, stores and webhooks are told nothing until you run: restore finish'
        : 'This hub is held already. When you have looked at it, run: restore finish',
    )
    return exitCodes.ok
  },
}

export const finishRestore: Command = {
  name: 'restore finish',
  usage: 'restore finish',
  summary:
    'End the hold of a restored hub: properties, stores and webhooks are told again, and files without an upload are swept',
  async run(input) {
    const restore = await asOperator(input, ({ backups }) => backups.finishRestore())
    input.out(
      restore
        ? `The restore of ${restore.backupId} is finished. Properties, stores and webhooks are told again, and files without an upload are swept.`
        : 'This hub was not restored, or its restore is finished already.',
    )
    return exitCodes.ok
  },
}

export const createBackupKey: Command = {
  name: 'backup key',
  usage: 'backup key --to <file>',
  summary: 'Make a key for sealed backups: keeps the secret half in the file and prints the public one',
  async run(input) {
    const { values } = parseOptions(input.args, { to: { type: 'string' } })
    const file = resolve(requireOption(values.to, '--to'))
    const { secret, recipient } = generateBackupKey()
    await writeNewFile(file, `${secret}\n`)
    input.out(recipient)
    return exitCodes.ok
  },
}

const tellMissing = (input: CommandInput, { missing }: RestoreReport): void =>
  tell(
    input,
    missing.map((id) => `upload ${id}: its bytes are not in the backup, or not as they were`),
  )

function tellAbsent(input: CommandInput, { missing }: RestoreReport, from: string): void {
  tell(
    input,
    missing.map((id) => `upload ${id}: the storage does not have its bytes`),
  )
  if (missing.length > 0) input.err(`To bring them back, run: storage repair --from ${from}`)
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
  const blobs = blobsFrom(config)
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
