import { randomBytes } from 'node:crypto'
import { UsageError } from '@spindle/command-line'
import { parseIntegrationTokens } from '../../config/integration-tokens.ts'
import { operatorCommand, show } from '../operator-command/operator-command.ts'
import { requiredWord } from '../operator-command/options.ts'

export const generateToken = operatorCommand({
  name: 'tokens generate',
  summary: 'Make an integration token: one line for the hub, one for the property; the hub stores nothing',
  hasJson: true,
  examples: ['spindle-hub tokens generate --property my-site'],
  input: { options: { property: requiredWord('--property <id>', 'Name of the property, such as my-site') } },
  async run(input, { property }) {
    const token = randomBytes(32).toString('base64url')
    const { problems } = parseIntegrationTokens('--property', `${property}=${token}`)
    const [problem] = problems
    if (problem) throw new UsageError(`${problem.problem}: ${problem.fix}`)
    show(input, { property, token }, [
      `SPINDLE_INTEGRATION_TOKENS=${property}=${token}`,
      `SPINDLE_INTEGRATION_TOKEN=${token}`,
    ])
    return undefined
  },
})
