import { exitCodes, text, UsageError } from '@spindle/command-line'
import { parseRecipient } from '../../features/backups/index.ts'
import { ImportConflictError, verifyExport as verify } from '../../features/portability/index.ts'
import { formatBytes, paced, readSecretKey, tell, toLocalPath } from '../archives/archives.ts'
import { asOperator } from '../operator-command/operator.ts'
import { type OperatorCommand, operatorCommand, show } from '../operator-command/operator-command.ts'
import { accountIdArgument, keyFile, requiredWord, unknownAccount, word } from '../operator-command/options.ts'
import { plainText } from '../operator-command/plain-text.ts'

/** Accounts as archives: export from this hub, verify, import into another hub, and erase. */

const archiveInput = {
  arguments: { path: word('Folder, or FILE.tar') },
  options: { export: text('--export <id>', 'Which export of the folder (default: the newest)'), key: keyFile },
}

const exportAccount = operatorCommand({
  name: 'accounts export',
  summary: 'Copy everything an account has into a folder or one tar file, while the hub runs',
  description:
    'Copies everything an account has into a folder or one tar file, while the hub runs. Files that the folder already has are not copied again.',
  hasJson: true,
  exitCodes: { [exitCodes.failed]: 'the hub has lost the bytes of some uploads' },
  input: {
    arguments: { id: accountIdArgument },
    options: {
      to: requiredWord('--to <path>', 'Folder, or FILE.tar'),
      recipient: text('--recipient <key>', 'Seal the folder for this public key (see backup key)'),
    },
  },
  async run(input, { id: accountId, to: path, recipient: publicKey }) {
    const to = toLocalPath(path, '--to')
    if (publicKey !== undefined && to.endsWith('.tar'))
      throw new UsageError('Only folders can be encrypted: name a folder, or omit --recipient')
    const recipient = publicKey === undefined ? undefined : parseRecipient(publicKey)
    const report = await asOperator(input, ({ portability }) =>
      portability.exportAccount({ accountId, to, recipient, onProgress: paced(input) }),
    )
    if (!report) throw unknownAccount(accountId)
    show(input, report, [
      `Export ${report.id}: ${report.uploads} uploads (${formatBytes(report.bytes)}), including ${report.copied} new (${formatBytes(report.copiedBytes)}).`,
      'It does not contain keys, client secrets, passwords or webhook secrets.',
    ])
    tell(
      input,
      report.missing.map(({ id, problem }) => `upload ${id}: ${problem}`),
    )
    return report.missing.length === 0 ? exitCodes.ok : exitCodes.failed
  },
})

const verifyExport = operatorCommand({
  name: 'accounts verify-export',
  summary: 'Read every file of an export and compare its SHA-256; needs no hub',
  hasJson: true,
  exitCodes: { [exitCodes.failed]: 'the export is not complete' },
  input: archiveInput,
  async run(input, { path, export: exportId, key }) {
    const report = await verify({
      from: toLocalPath(path, '<folder>'),
      id: exportId,
      secretKey: await readSecretKey(key),
      onProgress: paced(input),
    })
    const { id, account, uploads, bytes, problems } = report
    show(input, report, [
      `Export ${id} of "${plainText(account.name)}": ${uploads} uploads (${formatBytes(bytes)}), ${problems.length === 0 ? 'complete' : 'NOT complete'}.`,
    ])
    tell(input, problems)
    return problems.length === 0 ? exitCodes.ok : exitCodes.failed
  },
})

const importAccount = operatorCommand({
  name: 'accounts import',
  summary: 'Import an exported account into this hub; nothing in this hub changes, and nothing goes live',
  hasJson: true,
  exitCodes: { [exitCodes.failed]: 'uploads are missing from the export, or the account here differs' },
  input: archiveInput,
  async run(input, { path, export: exportId, key }) {
    const secretKey = await readSecretKey(key)
    try {
      const report = await asOperator(input, ({ portability }) =>
        portability.importAccount({
          from: toLocalPath(path, '<folder>'),
          id: exportId,
          secretKey,
          onProgress: paced(input),
        }),
      )
      const { account, changes, releases, uploads, storedBytes } = report
      show(input, report, [
        changes === 0
          ? `"${plainText(account.name)}" (${account.id}) already exists and matches the export: 0 changes.`
          : `"${plainText(account.name)}" (${account.id}): ${releases} releases, ${uploads} uploads (${formatBytes(storedBytes)}), ${changes} changes.`,
        ...(changes === 0
          ? []
          : [`No person can sign in to it yet: people invite <email> --account ${account.id} --role owner`]),
      ])
      tell(
        input,
        report.missing.map((id) => `upload ${id}: its data is missing or damaged in the export`),
      )
      return report.missing.length === 0 ? exitCodes.ok : exitCodes.failed
    } catch (error) {
      if (error instanceof ImportConflictError) tell(input, error.differences)
      throw error
    }
  },
})

const eraseAccount = operatorCommand({
  name: 'accounts erase',
  summary: 'Erase a suspended account and everything it has, for good; take its live releases down first',
  hasJson: true,
  input: {
    arguments: { id: accountIdArgument },
    options: { confirm: text('--confirm <name>', 'Name of the account, to confirm') },
  },
  async run(input, { id: accountId, confirm }) {
    const report = await asOperator(input, ({ portability }) =>
      portability.eraseAccount({ accountId, confirm, onProgress: paced(input) }),
    )
    if (!report) throw unknownAccount(accountId)
    show(input, report, [
      `Erased "${plainText(report.name)}": ${report.rows} rows and ${report.uploads} uploads (digest ${report.digest}).`,
      'Earlier backups still contain it.',
    ])
    return exitCodes.ok
  },
})

export const archiveCommands: readonly OperatorCommand[] = [exportAccount, verifyExport, importAccount, eraseAccount]
