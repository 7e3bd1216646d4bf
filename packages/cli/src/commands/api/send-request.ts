import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { UsageError } from '@spindle/command-line'
import type { CommandContext } from '../../command-line/command-context.ts'
import type { CommandHandler } from '../../command-line/define-command.ts'
import { addErrorPath } from '../../errors/explain-error.ts'
import { readResponseBody } from '../../hub/read-response-body.ts'
import type { api } from './api-commands.ts'

/** Any request to the API, also without a command for it. JSON is printed as JSON, any other answer as its bytes. */
export const sendRequest: CommandHandler<typeof api> = async (context, { method, path, data, headers, include }) => {
  const { out, signal } = context
  const client = await context.client()
  const body = await readBody(context, data)
  if (body !== undefined && method === 'GET')
    throw new UsageError('--data cannot be used with GET', 'Choose another method.')
  const given = Object.fromEntries((headers ?? []).map(parseHeader))
  const response = await requestAt(client.baseUrl, () => client.request(method, path, { body, headers: given, signal }))
  if (include) for (const line of formatHead(response)) out.say(line)
  if (response.status === 204 || method === 'HEAD') return undefined
  if (!/[/+]json\b/.test(response.headers.get('content-type') ?? '')) {
    await out.stream(readResponseBody(response, signal))
    return undefined
  }
  out.json(await response.json())
  return undefined
}

/** An address of another host is a mistake in the command line. */
async function requestAt(baseUrl: string, ask: () => PromiseLike<Response>): Promise<Response> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof TypeError)
      throw new UsageError(error.message, `Use --hub for another hub. This one is ${baseUrl}.`)
    throw error
  }
}

async function readBody(
  { cwd, readStdin }: Pick<CommandContext, 'cwd' | 'readStdin'>,
  data: string | undefined,
): Promise<string | Uint8Array<ArrayBuffer> | undefined> {
  if (data === '-' || data === '@-') return readStdin()
  if (!data?.startsWith('@')) return data
  try {
    return new Uint8Array(await readFile(resolve(cwd, data.slice(1))))
  } catch (error) {
    throw addErrorPath(error, data.slice(1))
  }
}

function parseHeader(text: string): readonly [name: string, value: string] {
  const [, name, value] = /^([\w-]+):\s*(.*)$/.exec(text) ?? []
  if (name === undefined || value === undefined)
    throw new UsageError(`--header is "${text}"`, 'Give a name and a value, such as --header "If-Match: *".')
  if (/^(authorization|x-api-key|cookie)$/i.test(name))
    throw new UsageError(`${name} cannot be given as --header`, 'Store the credential with `spindle login`.')
  return [name, value]
}

const formatHead = ({ status, statusText, headers }: Response): readonly string[] => [
  `HTTP ${status} ${statusText}`.trim(),
  ...[...headers].map(([name, value]) => `${name}: ${value}`),
]
