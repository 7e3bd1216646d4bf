import { asOperator } from '../operator-command/operator.ts'
import { operatorCommand } from '../operator-command/operator-command.ts'

export const rotateSigningKeys = operatorCommand({
  name: 'signing-keys rotate',
  summary: 'Sign access tokens with a new key; the old key stays published until its tokens have expired',
  input: {},
  async run(input) {
    await asOperator(input, ({ signingKeys }) => signingKeys.rotate())
    input.err('Running hubs use the new key within a minute.')
    return undefined
  },
})
