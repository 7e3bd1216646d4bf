import { parseGate, serveStdio } from '@spindle/mcp'
import type { CommandHandler } from '../../command-line/define-command.ts'
import { CredentialsError } from '../../errors/command-error.ts'
import { sanitizeText } from '../../output/terminal-output.ts'
import type { mcp } from './mcp-commands.ts'

/** One agent on stdin and stdout; stdout carries the protocol and nothing else. */
export const serveMcp: CommandHandler<typeof mcp> = async (context, { gate }) => {
  const { baseUrl, credentials } = await context.connection()
  if (credentials.apiKey === undefined)
    throw new CredentialsError('No API key is stored for the tools', 'Set SPINDLE_API_KEY, or run `spindle login`.')
  await serveStdio({
    client: await context.client(),
    baseUrl,
    gate: parseGate(gate),
    signal: context.signal,
    onError: (error) => context.out.say(sanitizeText(error instanceof Error ? error.message : String(error))),
  })
  return undefined
}
