import { SpindleError } from '@spindle/client'
import type { CommandContext } from '../../command-line/command-context.ts'
import type { CommandHandler } from '../../command-line/define-command.ts'
import { exitCodes } from '../../errors/command-error.ts'
import { explainError } from '../../errors/explain-error.ts'

/** Which hub, which credentials, where each comes from, and whether the hub takes them. Secrets are never shown. */
export const showStatus: CommandHandler<Record<string, never>> = async (context) => {
  const { baseUrl, profile, sources, credentials } = await context.connection()
  const checks = await Promise.all(
    probes.filter(({ needs }) => credentials[needs] !== undefined).map((probe) => check(context, probe)),
  )
  context.out.result({ hub: baseUrl, profile, sources, checks }, () => [
    `Hub       ${baseUrl}  (${sources.baseUrl})`,
    `Profile   ${profile}  (${context.profiles.path})`,
    ...checks.map(({ name, source, problem }) =>
      problem === undefined
        ? `${context.out.paint('green', '✔')} ${name}  (${sources[source]})`
        : `${context.out.paint('red', '✖')} ${name}  (${sources[source]}): ${problem}`,
    ),
    ...(checks.length === 0 ? ['No credential is stored for this hub. Store one with: spindle login'] : []),
  ])
  if (checks.length === 0) return exitCodes.credentials
  const failed = checks.find(({ exitCode }) => exitCode !== exitCodes.ok)
  return failed?.exitCode
}

const probes = [
  {
    name: 'API key',
    needs: 'apiKey',
    ask: async (context: CommandContext) => (await context.client()).outlets.list({ signal: context.signal }),
  },
  {
    name: 'Service client',
    needs: 'clientSecret',
    ask: async (context: CommandContext) =>
      (await context.client()).keys.list({ limit: 1 }, { signal: context.signal }).page(),
  },
  {
    name: 'Integration token',
    needs: 'integrationToken',
    ask: async (context: CommandContext) => (await context.client()).integration.verify({ signal: context.signal }),
  },
] as const

async function check(context: CommandContext, { name, needs, ask }: (typeof probes)[number]) {
  try {
    await ask(context)
    return { name, source: needs, exitCode: exitCodes.ok }
  } catch (error) {
    if (!(error instanceof SpindleError)) throw error
    const { message, exitCode } = explainError(error)
    return { name, source: needs, problem: message, exitCode }
  }
}
