import { Spindle } from '@spindle/client'
import { UsageError } from '@spindle/command-line'
import type { CommandContext } from '../../command-line/command-context.ts'
import type { CommandHandler } from '../../command-line/define-command.ts'
import { CredentialsError } from '../../errors/command-error.ts'
import { readSecretFile } from '../../hub/find-connection.ts'
import { sanitizeText } from '../../output/terminal-output.ts'
import { diagnoseDiscovery } from './diagnose-discovery.ts'
import type { verify } from './verify-commands.ts'

/** Says whether the hub takes the integration token, or how credentials are found. */
export const verifyIntegrationToken: CommandHandler<typeof verify> = async (context, { url, discover, tokenFile }) => {
  if (discover)
    return diagnoseDiscovery(context, url ?? `${(await context.connection()).baseUrl}/api/integration/verify`)
  if (url !== undefined) throw new UsageError('An address can be used only with --discover', 'Name the hub with --hub.')
  const { baseUrl } = await context.connection()
  const integrationToken = await findToken(context, tokenFile)
  const verified = await new Spindle({ baseUrl, integrationToken }).integration.verify({ signal: context.signal })
  context.out.result(verified, () => [
    `${context.out.paint('green', '✔')} ${baseUrl} accepts the token of property ${sanitizeText(verified.property)}`,
    `  ${sanitizeText(verified.service)}, ${sanitizeText(verified.integration)}`,
  ])
  return undefined
}

async function findToken(context: CommandContext, tokenFile: string | undefined): Promise<string> {
  if (tokenFile !== undefined) return readSecretFile(context.cwd, tokenFile, 'token')
  const { integrationToken } = (await context.connection()).credentials
  if (integrationToken === undefined)
    throw new CredentialsError(
      'No integration token is stored',
      'Add --token-file <path>, set SPINDLE_INTEGRATION_TOKEN, or store it with `spindle login --token`.',
    )
  return integrationToken
}
