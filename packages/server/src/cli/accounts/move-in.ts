import { flag, instant, integer, requireOption, UsageError, withDefault } from '@spindle/command-line'
import { limits } from '@spindle/contract'
import type { AccountId } from '../../platform/values/ids.ts'
import { asOperator } from '../operator-command/operator.ts'
import { type OperatorCommand, type OperatorContext, operatorCommand } from '../operator-command/operator-command.ts'
import { accountIdArgument, byteCount, unknownAccount } from '../operator-command/options.ts'

const example = 'accounts move-in acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB --until 2026-12-05'

export const accountMoveIn: OperatorCommand = operatorCommand({
  name: 'accounts move-in',
  summary: 'Raise the limits of an account until an instant, while it moves its catalog in',
  description:
    'A second call replaces the first. Afterwards the usual limits apply again. Other accounts keep their turns and limits.',
  examples: [`spindle-hub ${example}`, `spindle-hub ${example} --factor 20 --storage 5TB`],
  input: {
    arguments: { id: accountIdArgument },
    options: {
      until: instant('--until <instant>', 'Day (from 00:00 UTC) or instant when the usual limits apply again'),
      factor: withDefault(
        integer('--factor <number>', 'How many times the usual requests per minute', {
          min: limits.minMoveInFactor,
          max: limits.maxMoveInFactor,
        }),
        10,
      ),
      storage: byteCount('--storage <size>', 'How much the account may store, if that is more than usual, such as 5TB'),
      isEnd: flag('--end', 'Restore the usual limits now'),
    },
  },
  async run(context, { id, until, factor, storage, isEnd }) {
    if (isEnd && until !== undefined) throw new UsageError('Use --end or --until, not both.')
    if (isEnd) return endMoveIn(context, id)
    const moveIn = { until: requireOption(until, '--until', example), factor, storedBytes: storage ?? null }
    if (!(await asOperator(context, ({ changeAccount }) => changeAccount.openMoveIn(id, moveIn))))
      throw unknownAccount(id)
    context.err(`Until ${moveIn.until} the account may`)
    context.err(`- send ${factor} times the usual requests per minute,`)
    context.err(storage === undefined ? '- store as much as usual.' : `- store at least ${storage} bytes.`)
    return undefined
  },
})

async function endMoveIn(context: OperatorContext, id: AccountId): Promise<undefined> {
  const wasOpen = await asOperator(context, ({ changeAccount }) => changeAccount.endMoveIn(id))
  if (wasOpen === undefined) throw unknownAccount(id)
  context.err(wasOpen ? 'The usual limits apply again.' : 'No move of the account is open.')
  return undefined
}
