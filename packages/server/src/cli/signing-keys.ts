import { type Command, exitCodes } from './command.ts'
import { asOperator } from './operator.ts'

export const rotateSigningKeys: Command = {
  name: 'signing-keys rotate',
  usage: 'signing-keys rotate',
  summary: 'Sign access tokens with a new key; the old one stays published until its tokens have ended',
  async run(input) {
    await asOperator(input, ({ signingKeys }) => signingKeys.rotate())
    input.err('Running hubs follow within a minute.')
    return exitCodes.ok
  },
}
