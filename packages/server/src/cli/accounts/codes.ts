import { text, UsageError } from '@spindle/command-line'
import { upcOfRange, upcRangeSize } from '@spindle/contract'
import { asOperator } from '../operator-command/operator.ts'
import { type OperatorCommand, operatorCommand, show } from '../operator-command/operator-command.ts'
import { accountIdArgument, unknownAccount } from '../operator-command/options.ts'

/** Which ISRC prefixes and UPC ranges the labels of an account may have. */

const account = 'acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB'

const source = {
  isrcPrefix: text('--isrc-prefix <prefix>', 'Five characters, such as QZABC'),
  upcRange: text('--upc-range <prefix>', 'GS1 company prefix of 6 to 11 digits, such as 0614141'),
}

function requireSource(isrcPrefix: string | undefined, upcRange: string | undefined): void {
  if (isrcPrefix === undefined && upcRange === undefined)
    throw new UsageError('Give --isrc-prefix, --upc-range or both')
}

const describeRange = (prefix: string): string =>
  `UPC range    ${prefix}  (${upcOfRange(prefix, 0)} to ${upcOfRange(prefix, upcRangeSize(prefix) - 1)})`

const allow = operatorCommand({
  name: 'accounts codes allow',
  summary: 'Let labels of an account have an ISRC prefix or a UPC range of their own',
  description:
    'The account sets them in its labels. A prefix or range belongs to one account. Write a zero in front of a U.P.C. company prefix.',
  examples: [`spindle-hub accounts codes allow ${account} --isrc-prefix QZABC --upc-range 0614141`],
  input: { arguments: { id: accountIdArgument }, options: source },
  async run(context, { id, isrcPrefix, upcRange }) {
    requireSource(isrcPrefix, upcRange)
    const added = await asOperator(context, ({ releases }) => releases.allowedCodes.allow(id, { isrcPrefix, upcRange }))
    if (!added) throw unknownAccount(id)
    if (added.isrcPrefix === undefined && added.upcRange === undefined) context.err('Already allowed.')
    else context.err('Labels of the account may now have:')
    if (added.isrcPrefix !== undefined) context.err(`ISRC prefix  ${added.isrcPrefix}`)
    if (added.upcRange !== undefined) context.err(describeRange(added.upcRange))
    return undefined
  },
})

const remove = operatorCommand({
  name: 'accounts codes remove',
  summary: 'Take an ISRC prefix or a UPC range from an account; no label may have it any more',
  description: 'Releases keep the codes that they have.',
  input: { arguments: { id: accountIdArgument }, options: source },
  async run(context, { id, isrcPrefix, upcRange }) {
    requireSource(isrcPrefix, upcRange)
    const removed = await asOperator(context, ({ releases }) =>
      releases.allowedCodes.remove(id, { isrcPrefix, upcRange }),
    )
    if (!removed) throw unknownAccount(id)
    for (const prefix of [removed.isrcPrefix, removed.upcRange]) if (prefix) context.err(`${prefix} was removed.`)
    if (removed.isrcPrefix === undefined && removed.upcRange === undefined) context.err('It was not allowed.')
    return undefined
  },
})

const list = operatorCommand({
  name: 'accounts codes list',
  summary: 'List the ISRC prefixes and UPC ranges that an account may use',
  hasJson: true,
  input: { arguments: { id: accountIdArgument } },
  async run(context, { id }) {
    const all = await asOperator(context, ({ releases }) => releases.allowedCodes.list(id))
    if (!all) throw unknownAccount(id)
    show(
      context,
      all,
      all.map(({ kind, prefix }) => (kind === 'isrc' ? `ISRC prefix  ${prefix}` : describeRange(prefix))),
    )
    if (all.length === 0) context.err('The account has none: its releases get codes from the usual source.')
    return undefined
  },
})

export const codeCommands: readonly OperatorCommand[] = [allow, remove, list]
