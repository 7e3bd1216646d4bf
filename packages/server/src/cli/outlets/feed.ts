import { asOperator } from '../operator-command/operator.ts'
import { operatorCommand } from '../operator-command/operator-command.ts'
import { requiredWord } from '../operator-command/options.ts'

export const restartFeed = operatorCommand({
  name: 'feed restart',
  summary: 'Make every property read its whole feed again, after the database was restored by other means',
  input: { options: { reason: requiredWord('--reason <text>', 'Why, for the log') } },
  async run(input, { reason }) {
    await asOperator(input, ({ plays }) => plays.restartFeed(reason))
    input.err('Properties will read their whole feed again with their next request.')
    return undefined
  },
})
