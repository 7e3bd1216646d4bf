import { type Command, exitCodes, show, UsageError } from './command.ts'
import { asOperator } from './operator.ts'
import { parseOptions } from './options.ts'

export const adoptStorage: Command = {
  name: 'storage adopt',
  usage: 'storage adopt --confirm',
  summary: 'Make the storage for uploads the one of this database, after a move or a restore',
  async run(input) {
    const { values } = parseOptions(input.args, { confirm: { type: 'boolean', default: false } })
    if (!values.confirm) throw new UsageError('Only when database and storage belong together. Then add --confirm.')
    await asOperator(input, ({ uploads }) => uploads.storage.adopt(), 'storage')
    input.out('The storage belongs to this database now. Files without an upload are left alone for 7 days.')
    return exitCodes.ok
  },
}

export const sweepStorage: Command = {
  name: 'storage sweep',
  usage: 'storage sweep [--confirm]',
  summary: 'Compare uploads and stored files now; --confirm moves any number of files without an upload to quarantine',
  hasJson: true,
  async run(input) {
    const { values } = parseOptions(input.args, { confirm: { type: 'boolean', default: false } })
    const report = await asOperator(input, ({ uploads }) => uploads.storage.sweep(values.confirm))
    const { blobs, orphans, quarantined, held, missing } = report
    show(input, report, [
      `${blobs} stored, ${orphans} without an upload, ${quarantined} moved to quarantine, ${missing} missing.`,
    ])
    if (held === 'too_many')
      input.err('So many files without an upload can mean a wrong database. Look first, then add --confirm.')
    if (held === 'after_restore')
      input.err(
        'The database was restored or adopted lately: files are left alone for 7 days, after a backup until "restore finish", or add --confirm.',
      )
    return missing === 0 ? exitCodes.ok : exitCodes.failed
  },
}
