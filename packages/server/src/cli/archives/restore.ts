import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { exitCodes, flag, text, UsageError } from '@spindle/command-line'
import { type Config, readConfig } from '../../config/config.ts'
import { type ArchivePlace, type RestoreReport, restoreBackup as restore } from '../../features/backups/index.ts'
import { forgetSecretId } from '../../features/hub-identity/index.ts'
import { blobsFrom } from '../../platform/blobs/blobs-from-config.ts'
import { silentLog } from '../../platform/logging/log.ts'
import { hasEmbeddedDatabase, type OpenDatabase, openDatabase } from '../../platform/open-database.ts'
import type { Keys } from '../../platform/secrets/encryption.ts'
import { findHubSecrets, keepHubSecret } from '../../platform/secrets/hub-secret.ts'
import { asOperator } from '../operator-command/operator.ts'
import {
  type OperatorCommand,
  type OperatorContext,
  operatorCommand,
  show,
} from '../operator-command/operator-command.ts'
import { backupPlace, keyFile, requiredWord, whichBackup } from '../operator-command/options.ts'
import { formatBytes, paced, readSecretKey, tell, toLocalPath, withBackupPlace } from './archives.ts'

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

export const restoreCommands: readonly OperatorCommand[] = [
  drillBackup,
  noteDrill,
  restoreBackup,
  beginRestore,
  finishRestore,
]
