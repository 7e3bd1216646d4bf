import { parseGate, serveStdio } from '@spindle/mcp'
import type { Run } from '../command.ts'
import { CredentialsError } from '../errors.ts'
import { plainText } from '../output.ts'
import type { mcp } from './commands.ts'

/** One agent on stdin and stdout; stdout carries the protocol and nothing else. */
export const serveAgent: Run<typeof mcp> = async (context, { gate }) => {
  const { baseUrl, credentials } = await context.connection()
  if (credentials.apiKey === undefined)
    throw new CredentialsError('No API key is known for the tools', 'Set SPINDLE_API_KEY, or run `spindle login`.')
  await serveStdio({
    client: await context.client(),
    baseUrl,
    gate: parseGate(gate),
    signal: context.signal,
    onError: (error) => context.out.say(plainText(error instanceof Error ? error.message : String(error))),
  })
  return undefined
}
