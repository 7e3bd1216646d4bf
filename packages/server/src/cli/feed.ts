import { type Command, exitCodes } from './command.ts'
import { asOperator } from './operator.ts'
import { parseOptions, requireOption } from './options.ts'

export const restartFeed: Command = {
  name: 'feed restart',
  usage: 'feed restart --reason <text>',
  summary: 'Send every property through its whole feed again, after a copy of the database was put back',
  async run(input) {
    const { values } = parseOptions(input.args, { reason: { type: 'string' } })
    const reason = requireOption(values.reason, '--reason')
    await asOperator(input, ({ plays }) => plays.restartFeed(reason))
    input.err('Properties read their whole feed again with their next request.')
    return exitCodes.ok
  },
}
