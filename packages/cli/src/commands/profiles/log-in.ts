import { AuthenticationError, PermissionDeniedError, Spindle } from '@spindle/client'
import { CommandError, exitCodes, UsageError } from '@spindle/command-line'
import type { CommandContext } from '../../command-line/command-context.ts'
import type { CommandHandler } from '../../command-line/define-command.ts'
import { saveCredential, useProfile } from '../../command-line/save-credential.ts'
import { CredentialsError } from '../../errors/command-error.ts'
import { findBrowserLogin } from '../../hub/authorization-server.ts'
import { requireHubUrl } from '../../hub/find-connection.ts'
import { findProfile, type Profile } from '../../hub/profile-file.ts'
import { readWrittenSecret } from '../../hub/written-secret.ts'
import type { login } from './profile-commands.ts'

/** Stores a credential after the hub has taken it, so that a typing error shows now and not in the next command. */
export const logIn: CommandHandler<typeof login> = async (context, { client, token, browser }) => {
  if (client && token)
    throw new UsageError('--client and --token cannot be used together', 'Run `spindle login` once for each.')
  const known = await context.profiles.read()
  const name = context.askedProfile ?? known.current
  const baseUrl = context.askedHub ?? context.environment.SPINDLE_URL ?? findProfile(known, name)?.baseUrl
  if (baseUrl === undefined)
    throw new UsageError('The address of the hub is missing', 'Add it: spindle login --hub https://hub.example')
  requireHubUrl(baseUrl)
  const credential =
    (browser && !client && !token ? await askInBrowser(context, baseUrl) : undefined) ??
    (await readCredential(context, { client, token }))
  await verifyCredential(context, baseUrl, credential)
  await saveCredential(context, baseUrl, credential)
  await useProfile(context, name)
  context.out.result({ profile: name, hub: baseUrl, stored: Object.keys(credential) }, () => [
    `Profile ${name} uses ${baseUrl}. Stored in ${context.profiles.path}, readable by you only.`,
    ...(name === known.current
      ? []
      : [`Commands now use profile ${name}. To use another one: spindle profiles use <name>`]),
  ])
  context.out.next('Next: spindle deliver <folder> --dry-run')
  return undefined
}

/** Undefined without a person at this machine, or if the hub does not support sign-in by browser. */
async function askInBrowser(context: CommandContext, baseUrl: string): Promise<Profile | undefined> {
  if (!context.canAsk || context.environment.SSH_CONNECTION) return undefined
  const server = await findBrowserLogin(baseUrl, context.signal)
  if (!server) return undefined
  const { createKeyByBrowser } = await import('./log-in-by-browser.ts')
  const { key, name, expiresAt } = await createKeyByBrowser(context, server)
  context.out.say(`Allowed. The API key "${name}" is valid until ${expiresAt?.slice(0, 10)}.`)
  return { apiKey: key }
}

type Kind = { readonly client: boolean; readonly token: boolean }

async function readCredential(context: CommandContext, { client, token }: Kind): Promise<Profile> {
  if (client) return readServiceClient(context)
  const what = token ? 'Integration token' : 'API key'
  const written = await context.readSecret(`${what} (not shown)`)
  const secret = readWrittenSecret(written, token ? 'SPINDLE_INTEGRATION_TOKEN' : 'SPINDLE_API_KEY')
  if (secret === undefined)
    throw new CredentialsError(
      `No ${what} was given`,
      'Pass only the secret on stdin, for instance: spindle login --hub https://hub.example < key.txt',
    )
  return token ? { integrationToken: secret } : { apiKey: secret }
}

async function readServiceClient(context: CommandContext): Promise<Profile> {
  const given = await context.readSecret('Client id and client secret, separated by a space (not shown)')
  // What `clients create` prints may be passed on as it is, with --json too: it names the two in words.
  const words = given.split(/[\s"{},:]+/)
  const [clientId, clientSecret, ...rest] = words.filter(
    (word) => !/^(?:|client|id|secret|clientId|clientSecret)$/.test(word),
  )
  if (!clientId || !clientSecret || rest.length > 0)
    throw new CredentialsError(
      'No service client was given',
      'Pass its id and its secret, separated by a space or a newline, on stdin.',
    )
  return { clientId, clientSecret }
}

async function verifyCredential({ signal }: CommandContext, baseUrl: string, credential: Profile): Promise<void> {
  const client = new Spindle({ ...credential, baseUrl, logger: { warn: () => {} } })
  try {
    if (credential.apiKey !== undefined) await client.outlets.list({ signal })
    else if (credential.integrationToken !== undefined) await verifyToken(client, signal)
    else await client.keys.list({ limit: 1 }, { signal }).page()
  } catch (error) {
    // A key that may only write is valid, too.
    if (error instanceof PermissionDeniedError) return
    if (error instanceof AuthenticationError)
      throw new CommandError('The hub refused the credential. Nothing was stored', {
        exitCode: exitCodes.credentials,
        code: error.code,
        fix: 'Check it, and check --hub.',
        requestId: error.requestId,
      })
    throw error
  }
}

async function verifyToken(client: Spindle, signal: AbortSignal): Promise<void> {
  const { ok } = await client.integration.verify({ signal })
  if (!ok) throw new CommandError('The hub did not accept the token')
}

export const logOut: CommandHandler = async (context) => {
  const known = await context.profiles.read()
  const name = context.askedProfile ?? known.current
  if (findProfile(known, name) === undefined) throw new UsageError(`Unknown profile "${name}"`)
  const rest = Object.fromEntries(Object.entries(known.profiles).filter(([other]) => other !== name))
  const current = Object.keys(rest).includes(known.current) ? known.current : (Object.keys(rest)[0] ?? 'default')
  await context.profiles.write({ current, profiles: rest })
  context.out.result({ profile: name, removed: true, current }, () => [
    `Profile ${name} was removed from this machine. Its credentials still work. To revoke a key, use: spindle keys revoke`,
    ...(current === known.current || !(current in rest) ? [] : [`Commands now use profile ${current}.`]),
  ])
  return undefined
}
