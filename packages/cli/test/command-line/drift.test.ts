import { Spindle } from '@spindle/client'
import { type Operation, operations } from '@spindle/contract'
import { notOffered, tools } from '@spindle/mcp'
import { describe, expect, it } from 'vitest'
import { commands } from '../../src/commands/all-commands.ts'

/** No drift: every operation of the contract is a method, a command and a tool, or is listed here with the reason. */

const noMethod: Readonly<Record<string, string>> = {
  registerAgent: 'It answers 501 whatever the request; nobody has a use for calling it.',
  storeUpload: 'uploads.create sends every file resumably, which is the same for the caller and survives a cut line.',
  getSignedAudio: 'integration.release has the whole address, which is for browsers.',
  getSignedCover: 'integration.release has the whole address, which is for browsers.',
}

const noCommand: Readonly<Record<string, string>> = {
  listActivity: 'The events of one release are a command; all of them are read by programs.',
  getUploadAudio: 'Who has the terminal has the master; the console plays it.',
  getSignedAudio: '`feed get --json` has the address, which is for browsers.',
  getSignedCover: '`feed get --json` has the address, which is for browsers.',
  getUploadImage: 'A terminal shows no pictures; the console does.',
  registerAgent: 'It answers 501 whatever the request; `verify --discover` shows how credentials are given.',
  storeUpload: '`upload` sends every file resumably, which is the same for the caller and survives a cut line.',
}

/** The operations that methods of the client reach, found by calling every method there is. */
async function operationsOfMethods(): Promise<string[]> {
  const reached = new Set<string>()
  let asked = Promise.withResolvers<void>()
  const client = new Spindle({
    baseUrl: 'https://hub.example',
    apiKey: 'key',
    accessToken: 'jwt',
    integrationToken: 'token',
    maxRetries: 0,
    logger: { warn: () => {} },
    fetch: async (url, init) => {
      const { pathname } = new URL(url)
      const operation = operations.find((one) => one.method === init.method && patternOf(one).test(pathname))
      // tus is a protocol beside the contract, at the same addresses.
      if (!new Headers(init.headers).has('tus-resumable')) reached.add(operation?.id ?? `${init.method} ${pathname}`)
      asked.resolve()
      throw new TypeError('this line is cut')
    },
  })
  for (const call of methodsOf(client)) {
    asked = Promise.withResolvers()
    // The arguments do not matter for the address; every answer is an error.
    try {
      const result: unknown = call('id_1', {}, {})
      await (isList(result) ? result.page() : isStream(result) ? begin(result, asked.promise) : result)
    } catch {}
  }
  return [...reached]
}

const patternOf = ({ path }: Operation): RegExp => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)

type Method = (...args: unknown[]) => unknown

function methodsOf(owner: object): Method[] {
  return Object.values(owner).flatMap((member: unknown) => {
    if (typeof member === 'function') return [member.bind(owner) as Method]
    return typeof member === 'object' && member !== null ? methodsOf(member) : []
  })
}

const isList = (value: unknown): value is { page(): Promise<unknown> } =>
  typeof value === 'object' && value !== null && 'page' in value && typeof value.page === 'function'

const isStream = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value

/** A stream would reconnect forever. */
const begin = (stream: AsyncIterable<unknown>, asked: Promise<void>): Promise<unknown> =>
  Promise.race([stream[Symbol.asyncIterator]().next(), asked])

interface Surface {
  /** Where an omission is listed. */
  readonly list: string
  readonly offered: () => Promise<readonly string[]> | readonly string[]
  readonly excluded: Readonly<Record<string, string | undefined>>
}

const surfaces: readonly (readonly [string, Surface])[] = [
  ['a method of the client', { list: 'noMethod in this file', offered: operationsOfMethods, excluded: noMethod }],
  [
    'a command',
    {
      list: 'noCommand in this file',
      offered: () => commands.flatMap((command) => command.operations),
      excluded: noCommand,
    },
  ],
  [
    'a tool of agents',
    {
      list: 'notOffered in packages/mcp/src/tools.ts',
      offered: () => tools.flatMap((tool) => tool.operations),
      excluded: notOffered,
    },
  ],
]

describe('every operation of the contract', () => {
  it.each(surfaces)('is %s, or excluded with a reason', async (name, { list, offered, excluded }) => {
    const ids = operations.map(({ id }) => id)
    const reached = new Set(await offered())
    const missing = ids.filter((id) => !reached.has(id) && !(id in excluded))
    const needless = Object.keys(excluded).filter((id) => reached.has(id))
    const unknown = [...reached, ...Object.keys(excluded)].filter((id) => !ids.includes(id))
    expect({ missing, needless, unknown }, `What is missing becomes ${name}, or a reason in ${list}`).toEqual({
      missing: [],
      needless: [],
      unknown: [],
    })
    for (const reason of Object.values(excluded)) expect(reason).toMatch(/^\S+( \S+){2,}\.$/)
  })
})
