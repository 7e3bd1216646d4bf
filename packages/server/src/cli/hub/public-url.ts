import { flag, UsageError } from '@spindle/command-line'
import { readConfig } from '../../config/config.ts'
import { isUrlSet } from '../../features/hub-identity/index.ts'
import { asOperator } from '../operator-command/operator.ts'
import { operatorCommand } from '../operator-command/operator-command.ts'

export const changePublicUrl = operatorCommand({
  name: 'public-url change',
  summary: 'Accept SPINDLE_PUBLIC_URL as the new address of this hub, after a move',
  input: { options: { confirm: flag('--confirm', 'Clients and properties reach the hub at the new address') } },
  async run(input, { confirm }) {
    const config = readConfig(input.environment)
    if (!isUrlSet(config)) throw new UsageError('Set SPINDLE_PUBLIC_URL to the new address first.')
    if (!confirm)
      throw new UsageError(
        `Clients and properties can then reach this hub only at ${config.publicUrl}, and passkeys of another host stop working. To continue, add --confirm.`,
      )
    const { before } = await asOperator(input, ({ identity }) => identity.acceptPublicUrl(), 'public URL')
    input.out(
      `This hub is at ${config.publicUrl} now${before === undefined || before === config.publicUrl ? '' : `; before it was at ${before}`}. Restart every node with this SPINDLE_PUBLIC_URL.`,
    )
    return undefined
  },
})
