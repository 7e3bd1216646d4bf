import { randomBytes } from 'node:crypto'
import { parseIntegrationTokens } from '../config/integration-tokens.ts'
import { type Command, exitCodes, show, UsageError } from './command.ts'
import { parseOptions, requireOption } from './options.ts'

export const generateToken: Command = {
  name: 'tokens generate',
  usage: 'tokens generate --property <id>',
  summary: 'Make an integration token: one line for the hub, one for the property; nothing is stored',
  hasJson: true,
  async run(input) {
    const { values } = parseOptions(input.args, { property: { type: 'string' } })
    const property = requireOption(values.property, '--property')
    const token = randomBytes(32).toString('base64url')
    const { problems } = parseIntegrationTokens('--property', `${property}=${token}`)
    const [problem] = problems
    if (problem) throw new UsageError(`${problem.problem}: ${problem.fix}`)
    show(input, { property, token }, [
      `SPINDLE_INTEGRATION_TOKENS=${property}=${token}`,
      `SPINDLE_INTEGRATION_TOKEN=${token}`,
    ])
    return exitCodes.ok
  },
}
