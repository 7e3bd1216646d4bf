import { exitCodes, flag, UsageError } from '@spindle/command-line'
import { readConfig } from '../../config/config.ts'
import { openRepairSource } from '../../features/backups/index.ts'
import { findHubSecrets } from '../../platform/secrets/hub-secret.ts'
import { asOperator } from '../operator-command/operator.ts'
import { type OperatorCommand, operatorCommand, show } from '../operator-command/operator-command.ts'
import { keyFile, requiredWord } from '../operator-command/options.ts'
import { formatBytes, paced, readSecretKey, tell, withBackupPlace } from './archives.ts'

const adoptStorage = operatorCommand({
  name: 'storage adopt',
  summary: 'Accept the storage for uploads as that of this database, after a move or a restore',
  input: { options: { confirm: flag('--confirm', 'The database and the storage belong together') } },
  async run(input, { confirm }) {
    if (!confirm)
      throw new UsageError('Use this only if the database and the storage belong together. To continue, add --confirm.')
    await asOperator(input, ({ uploads }) => uploads.storage.adopt(), 'storage')
    input.out('The storage now belongs to this database. Files without an upload are kept for 7 days.')
    return exitCodes.ok
  },
})

const sweepStorage = operatorCommand({
  name: 'storage sweep',
  summary: 'Compare uploads and stored files now, and quarantine files without an upload',
  hasJson: true,
  exitCodes: { [exitCodes.failed]: 'the files of some uploads are missing' },
  input: { options: { confirm: flag('--confirm', 'Quarantine any number of files') } },
  async run(input, { confirm }) {
    const report = await asOperator(input, ({ uploads }) => uploads.storage.sweep(confirm))
    const { blobs, orphans, quarantined, held, missing } = report
    show(input, report, [
      `${blobs} stored, ${orphans} without an upload, ${quarantined} moved to quarantine, ${missing} missing.`,
    ])
    if (held === 'too_many')
      input.err(
        'Many files without an upload can mean that the database is the wrong one. Check it first, then add --confirm.',
      )
    if (held === 'after_restore')
      input.err(
        'The database was recently restored or adopted. Files are kept for 7 days, or after a restore until "restore finish". To move them now, add --confirm.',
      )
    return missing === 0 ? exitCodes.ok : exitCodes.failed
  },
})

const showStorage = operatorCommand({
  name: 'storage status',
  summary: 'Show what the scrub found: missing or damaged uploads, and when all were last read',
  hasJson: true,
  exitCodes: { [exitCodes.failed]: 'uploads are missing, damaged or unreadable' },
  input: {},
  async run(input) {
    const state = await asOperator(input, ({ uploads }) => uploads.storage.readScrub())
    const { days, progress, problems } = state
    const { ranAt, oldestAt } = progress
    show(input, state, [
      days === null ? 'The scrub is off.' : `Every upload is read once every ${days} days.`,
      ranAt === null ? 'The scrub has not run yet.' : `The scrub last ran at ${ranAt.toISOString()}.`,
      ...(oldestAt === null ? [] : [`Every upload was read, or stored, since ${oldestAt.toISOString()}.`]),
      `${problems.length} uploads are missing, damaged or unreadable.`,
    ])
    tell(
      input,
      problems.map(
        ({ id, accountId, filename, problem, since }) =>
          `upload ${id} of ${accountId} (${filename ?? 'no name'}): ${problem} since ${since.toISOString()}`,
      ),
    )
    return problems.length === 0 ? exitCodes.ok : exitCodes.failed
  },
})

const scrubStorage = operatorCommand({
  name: 'storage scrub',
  summary: 'Read every stored upload now and compare its SHA-256, as the hub does every SPINDLE_SCRUB_DAYS',
  hasJson: true,
  exitCodes: { [exitCodes.failed]: 'uploads are missing, damaged or unreadable' },
  input: {},
  async run(input) {
    const report = await asOperator(input, ({ uploads }) => uploads.storage.scrub(paced(input)))
    const { missing, damaged, unreadable } = report.problems
    show(input, report, [
      `${report.uploads} uploads read (${formatBytes(report.bytes)}): ${missing} missing, ${damaged} damaged, ${unreadable} unreadable.`,
    ])
    const isFine = missing + damaged + unreadable === 0
    if (!isFine) input.err('"storage status" lists them. "storage repair --from <backup>" restores them.')
    return isFine ? exitCodes.ok : exitCodes.failed
  },
})

const repairStorage = operatorCommand({
  name: 'storage repair',
  summary: 'Restore missing and damaged uploads from a backup while the hub runs',
  hasJson: true,
  exitCodes: { [exitCodes.failed]: 'some uploads could not be repaired' },
  input: {
    options: {
      from: requiredWord('--from <place>', 'Folder of backups, or s3://bucket/prefix'),
      isKnownOnly: flag('--known', 'Repair only what the scrub found; do not read all uploads first'),
      key: keyFile,
    },
  },
  async run(input, { from, isKnownOnly, key }) {
    const secretKey = await readSecretKey(key)
    const secrets = await findHubSecrets(readConfig(input.environment))
    const report = await withBackupPlace(input, from, (place) =>
      asOperator(input, async ({ uploads }) => {
        const source = await openRepairSource({ from: place, secretKey, secrets })
        return uploads.storage.repair({ source, isKnownOnly, onProgress: paced(input) })
      }),
    )
    const { uploads, bytes, repaired, failed } = report
    show(input, report, [
      `${uploads} uploads read (${formatBytes(bytes)}): ${repaired.length} repaired, ${failed.length} not.`,
      ...repaired.map(({ id, problem }) => `upload ${id} was ${problem} and is intact again`),
    ])
    tell(
      input,
      failed.map(({ id, problem, reason }) => `upload ${id} is ${problem}: ${reason}`),
    )
    return failed.length === 0 ? exitCodes.ok : exitCodes.failed
  },
})

export const storageCommands: readonly OperatorCommand[] = [
  adoptStorage,
  sweepStorage,
  showStorage,
  scrubStorage,
  repairStorage,
]
