import { Spindle } from '@spindle/client'
import type { Run } from '../command.ts'
import type { Context } from '../context.ts'
import { CredentialsError, UsageError } from '../errors.ts'
import { plainText } from '../output.ts'
import { readSecretFile } from '../profiles/connection.ts'
import type { verify } from './commands.ts'
import { diagnose } from './diagnose.ts'

/** Says whether the hub takes the integration token, or how credentials are found. */
export const verifyProperty: Run<typeof verify> = async (context, { url, discover, tokenFile }) => {
  if (discover) return diagnose(context, url ?? `${(await context.connection()).baseUrl}/api/integration/verify`)
  if (url !== undefined) throw new UsageError('An address goes with --discover', 'Name the hub with --hub.')
  const { baseUrl } = await context.connection()
  const integrationToken = await findToken(context, tokenFile)
  const verified = await new Spindle({ baseUrl, integrationToken }).integration.verify({ signal: context.signal })
  context.out.result(verified, () => [
    `${context.out.paint('green', '✔')} ${baseUrl} takes the token of property ${plainText(verified.property)}`,
    `  ${plainText(verified.service)}, ${plainText(verified.integration)}`,
  ])
  return undefined
}

async function findToken(context: Context, tokenFile: string | undefined): Promise<string> {
  if (tokenFile !== undefined) return readSecretFile(tokenFile, 'token')
  const { integrationToken } = (await context.connection()).credentials
  if (integrationToken === undefined)
    throw new CredentialsError(
      'No integration token is known',
      'Add --token-file <path>, set SPINDLE_INTEGRATION_TOKEN, or store it with `spindle login --token`.',
    )
  return integrationToken
}
