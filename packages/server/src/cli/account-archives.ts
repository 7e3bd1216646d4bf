import { resolve } from 'node:path'
import { parseRecipient } from '../features/backups/index.ts'
import { ImportConflictError, verifyExport as verify } from '../features/portability/index.ts'
import { requireAccountId, unknownAccount } from './accounts.ts'
import { formatBytes, paced, readSecretKey, tell } from './archives.ts'
import { type Command, exitCodes, show, UsageError } from './command.ts'
import { asOperator } from './operator.ts'
import { parseOptions, requireOption } from './options.ts'
import { plainText } from './plain-text.ts'

/** Accounts as archives: out of this hub, checked, into another one, and away for good. */

export const exportAccount: Command = {
  name: 'accounts export',
  usage: 'accounts export <id> --to <folder or FILE.tar> [--recipient <public key>]',
  summary:
    'Copy all that an account has into a folder, or one tar file, while the hub runs; files a folder has stay as they are',
  hasJson: true,
  async run(input) {
    const { values, positionals } = parseOptions(input.args, {
      to: { type: 'string' },
      recipient: { type: 'string' },
    })
    const accountId = requireAccountId(positionals[0], '<id>')
    const to = resolve(requireOption(values.to, '--to'))
    if (values.recipient !== undefined && to.endsWith('.tar'))
      throw new UsageError('Only folders are sealed: name a folder, or leave --recipient out')
    const recipient = values.recipient === undefined ? undefined : parseRecipient(values.recipient)
    const report = await asOperator(input, ({ portability }) =>
      portability.exportAccount({ accountId, to, recipient, onProgress: paced(input) }),
    )
    if (!report) throw unknownAccount(accountId)
    show(input, report, [
      `Export ${report.id}: ${report.uploads} uploads (${formatBytes(report.bytes)}), of them ${report.copied} new (${formatBytes(report.copiedBytes)}).`,
      'Keys, client secrets, passwords and the secrets of webhooks are not in it.',
    ])
    tell(
      input,
      report.missing.map(({ id, problem }) => `upload ${id}: ${problem}`),
    )
    return report.missing.length === 0 ? exitCodes.ok : exitCodes.failed
  },
}

export const verifyExport: Command = {
  name: 'accounts verify-export',
  usage: 'accounts verify-export <folder or FILE.tar> [--export <id>] [--key <file>]',
  summary: 'Read every file of an export and compare its SHA-256; needs no hub',
  hasJson: true,
  async run(input) {
    const { values, positionals } = parseOptions(input.args, { export: { type: 'string' }, key: { type: 'string' } })
    const report = await verify({
      from: resolve(requireOption(positionals[0], '<folder>')),
      id: values.export,
      secretKey: await readSecretKey(values.key),
      onProgress: paced(input),
    })
    const { id, account, uploads, bytes, problems } = report
    show(input, report, [
      `Export ${id} of "${plainText(account.name)}": ${uploads} uploads (${formatBytes(bytes)}), ${problems.length === 0 ? 'complete' : 'NOT complete'}.`,
    ])
    tell(input, problems)
    return problems.length === 0 ? exitCodes.ok : exitCodes.failed
  },
}

export const importAccount: Command = {
  name: 'accounts import',
  usage: 'accounts import <folder or FILE.tar> [--export <id>] [--key <file>]',
  summary: 'Bring an exported account into this hub; nothing that is here is changed, and nothing goes live by it',
  hasJson: true,
  async run(input) {
    const { values, positionals } = parseOptions(input.args, { export: { type: 'string' }, key: { type: 'string' } })
    const from = resolve(requireOption(positionals[0], '<folder>'))
    const secretKey = await readSecretKey(values.key)
    try {
      const report = await asOperator(input, ({ portability }) =>
        portability.importAccount({ from, id: values.export, secretKey, onProgress: paced(input) }),
      )
      const { account, changes, releases, uploads, storedBytes } = report
      show(input, report, [
        changes === 0
          ? `"${plainText(account.name)}" (${account.id}) is here already, as it is in the export: 0 changes.`
          : `"${plainText(account.name)}" (${account.id}): ${releases} releases, ${uploads} uploads (${formatBytes(storedBytes)}), ${changes} changes.`,
        ...(changes === 0
          ? []
          : [`Nobody can sign in to it yet: people invite <mail> --account ${account.id} --role owner`]),
      ])
      tell(
        input,
        report.missing.map((id) => `upload ${id}: its bytes are not in the export, or not as they were`),
      )
      return report.missing.length === 0 ? exitCodes.ok : exitCodes.failed
    } catch (error) {
      if (error instanceof ImportConflictError) tell(input, error.differences)
      throw error
    }
  },
}

export const eraseAccount: Command = {
  name: 'accounts erase',
  usage: 'accounts erase <id> --confirm <name>',
  summary: 'Erase a suspended account and all it has, for good; what is live has to be taken down before',
  hasJson: true,
  async run(input) {
    const { values, positionals } = parseOptions(input.args, { confirm: { type: 'string' } })
    const accountId = requireAccountId(positionals[0], '<id>')
    const report = await asOperator(input, ({ portability }) =>
      portability.eraseAccount({ accountId, confirm: values.confirm, onProgress: paced(input) }),
    )
    if (!report) throw unknownAccount(accountId)
    show(input, report, [
      `Erased "${plainText(report.name)}": ${report.rows} rows and ${report.uploads} uploads (digest ${report.digest}).`,
      'Backups that were made before still have it.',
    ])
    return exitCodes.ok
  },
}
