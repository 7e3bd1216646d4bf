import { type CurrentKey, SpindleError } from '@spindle/client'
import { exitCodes } from '@spindle/command-line'
import type { CommandContext } from '../../command-line/command-context.ts'
import type { CommandHandler } from '../../command-line/define-command.ts'
import { explainError } from '../../errors/explain-error.ts'
import { sanitizeText } from '../../output/terminal-output.ts'
import { formatLimits, formatMoveIn } from './show-caller.ts'

/** Which hub, which credentials, where each comes from, whether the hub takes them, and what they may do. */
export const showStatus: CommandHandler = async (context) => {
  const { out } = context
  const { baseUrl, profile, sources, credentials } = await context.connection()
  const [version, ...checks] = await Promise.all([
    findVersion(context),
    ...probes.filter(({ needs }) => credentials[needs] !== undefined).map((probe) => check(context, probe)),
  ])
  const shown = checks.map(({ exitCode: _code, ...rest }) => rest)
  out.result({ hub: baseUrl, version, profile, sources, checks: shown }, () => [
    `Hub       ${baseUrl}  (${sources.baseUrl})${version === null ? '' : `, version ${sanitizeText(version)}`}`,
    `Profile   ${profile}  (${context.profiles.path})`,
    ...checks.flatMap((one) => formatCheck(context, one, sources[one.source])),
    ...(checks.length === 0 ? ['No credential is stored for this hub. Store one with: spindle login'] : []),
  ])
  if (checks.length === 0) return exitCodes.credentials
  return checks.find(({ exitCode }) => exitCode !== exitCodes.ok)?.exitCode
}

function formatCheck({ out }: CommandContext, { name, ok, problem, facts }: Check, source: string | undefined) {
  if (!ok) return [`${out.paint('red', '✖')} ${name}  (${source}): ${sanitizeText(problem ?? '')}`]
  const { property, account, name: keyName, permissions, limits = [], moveInUntil } = facts ?? {}
  const own = limits.filter(({ scope }) => scope === 'caller')
  return [
    `${out.paint('green', '✔')} ${name}  (${source})`,
    ...(property === undefined ? [] : [`  property ${sanitizeText(property)}`]),
    ...(account === undefined ? [] : [`  account ${sanitizeText(account.name)} (${account.id})`]),
    ...(keyName === undefined ? [] : [`  key ${sanitizeText(keyName)}`]),
    ...(permissions === undefined ? [] : [`  may ${permissions.join(', ') || 'nothing'}`]),
    ...(own.length === 0 ? [] : [`  at most ${formatLimits(own)}`]),
    ...(moveInUntil === undefined ? [] : [`  move-in: ${formatMoveIn(moveInUntil)}`]),
  ]
}

/** What is known of a credential that works. */
interface CredentialFacts extends Partial<CurrentKey> {
  readonly property?: string
}

const probes = [
  {
    name: 'API key',
    needs: 'apiKey',
    ask: async ({ client, signal }: CommandContext): Promise<CredentialFacts> =>
      (await client()).keys.getCurrent({ signal }),
  },
  {
    name: 'Service client',
    needs: 'clientSecret',
    ask: async ({ client, signal }: CommandContext): Promise<CredentialFacts> => {
      await (await client()).keys.list({ limit: 1 }, { signal }).page()
      return {}
    },
  },
  {
    name: 'Integration token',
    needs: 'integrationToken',
    ask: async ({ client, signal }: CommandContext): Promise<CredentialFacts> => {
      const { property } = await (await client()).integration.verify({ signal })
      return { property }
    },
  },
] as const

type Check = Awaited<ReturnType<typeof check>>

async function check(context: CommandContext, { name, needs: source, ask }: (typeof probes)[number]) {
  try {
    return { name, source, ok: true, facts: await ask(context), exitCode: exitCodes.ok }
  } catch (error) {
    if (!(error instanceof SpindleError)) throw error
    const { message, code, exitCode } = explainError(error)
    return { name, source, ok: false, problem: message, code, exitCode }
  }
}

/** Where a hub publishes its version; null if its tools are switched off, or another server answers. */
const versionPath = '/.well-known/mcp/server-card.json'

async function findVersion({ client, signal }: CommandContext): Promise<string | null> {
  try {
    const card: unknown = await (await (await client()).request('GET', versionPath, { signal })).json()
    const { serverInfo } = (card ?? {}) as { readonly serverInfo?: { readonly version?: unknown } }
    return typeof serverInfo?.version === 'string' ? serverInfo.version : null
  } catch {
    signal.throwIfAborted()
    return null
  }
}
