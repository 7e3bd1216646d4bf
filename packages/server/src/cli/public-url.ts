import { readConfig } from '../config/config.ts'
import { isUrlSet } from '../features/hub-identity/index.ts'
import { type Command, exitCodes, UsageError } from './command.ts'
import { asOperator } from './operator.ts'
import { parseOptions } from './options.ts'

export const changePublicUrl: Command = {
  name: 'public-url change',
  usage: 'public-url change --confirm',
  summary: 'Accept SPINDLE_PUBLIC_URL as the new address of this hub, after a move',
  async run(input) {
    const { values } = parseOptions(input.args, { confirm: { type: 'boolean', default: false } })
    const config = readConfig(input.environment)
    if (!isUrlSet(config)) throw new UsageError('Set SPINDLE_PUBLIC_URL to the new address first.')
    if (!values.confirm)
      throw new UsageError(
        `Clients and properties then reach this hub at ${config.publicUrl} alone, and passkeys of another host end. If that is so, add --confirm.`,
      )
    const { before } = await asOperator(input, ({ identity }) => identity.acceptPublicUrl(), 'public URL')
    input.out(
      `This hub is at ${config.publicUrl} now${before === undefined || before === config.publicUrl ? '' : `; before it was at ${before}`}. Restart every node with this SPINDLE_PUBLIC_URL.`,
    )
    return exitCodes.ok
  },
}
