import { NotFoundError, PermissionDeniedError } from '@spindle/client'
import { ClosedObject, type Permission } from '@spindle/contract'
import { Type } from 'typebox'
import { gates, isOpen } from '../gate.ts'
import { asking, defineTool, reads, type ToolContext } from '../tool.ts'

const Count = Type.Union([Type.Integer(), Type.Null()], { description: 'null: this key may not know' })

export const getAccount = defineTool({
  name: 'get_account',
  title: 'What this connection may do',
  description: 'The hub, what this connection and its key may do, how much there is, and the outlets. Start here.',
  gate: 'read',
  operations: ['listReleases', 'listUploads', 'listCatalog', 'listOutlets'],
  annotations: reads,
  input: ClosedObject({}),
  output: Type.Object({
    hub: Type.Object({ baseUrl: Type.String(), docs: Type.String() }),
    credential: Type.Object({ kind: Type.Literal('api_key'), permissions: Type.Array(Type.String()) }),
    gate: Type.Object({ open: Type.Array(Type.String()), closed: Type.Array(Type.String()) }),
    counts: Type.Object({ catalog: Count, releases: Count, drafts: Count, uploads: Count }),
    outlets: Type.Array(Type.Object({}), { description: 'Where releases can go' }),
  }),
  async run(_, context) {
    const [held, counts, outlets] = await Promise.all([
      permissionsOf(context),
      countsOf(context),
      context.client.outlets.list(asking(context)),
    ])
    const { baseUrl } = context.client
    return {
      hub: { baseUrl, docs: `${baseUrl}/docs` },
      credential: { kind: 'api_key', permissions: held },
      gate: {
        open: gates.filter((gate) => isOpen(context.gate, gate)),
        closed: gates.filter((gate) => !isOpen(context.gate, gate)),
      },
      counts,
      outlets: outlets.data,
    }
  },
})

const one = { limit: 1, count: true } as const
/** Has the form of a release and is none: to check it changes nothing and tells whether this key may write. */
const nobodysRelease = 'rel_00000000000000000000000000'

async function permissionsOf(context: ToolContext): Promise<readonly Permission[]> {
  const { releases, catalog, analytics } = context.client
  const options = asking(context)
  const asked: readonly (readonly [Permission, () => PromiseLike<unknown>])[] = [
    ['music:read', () => releases.list(one, options).page()],
    ['music:write', () => releases.validate(nobodysRelease, options)],
    ['catalog:read', () => catalog.list(one, options).page()],
    ['analytics:read', () => analytics.retrieve({ granularity: 'total', limit: 1 }, options)],
  ]
  const held = await Promise.all(asked.map(async ([name, ask]) => ((await isAllowed(ask)) ? [name] : [])))
  return held.flat()
}

async function isAllowed(ask: () => PromiseLike<unknown>): Promise<boolean> {
  try {
    await ask()
    return true
  } catch (error) {
    if (error instanceof NotFoundError) return true
    if (error instanceof PermissionDeniedError) return false
    throw error
  }
}

async function countsOf(context: ToolContext) {
  const { releases, catalog, uploads } = context.client
  const options = asking(context)
  const [inCatalog, all, drafts, files] = await Promise.all([
    countOf(catalog.list(one, options).page()),
    countOf(releases.list(one, options).page()),
    countOf(releases.list({ ...one, status: 'draft' }, options).page()),
    countOf(uploads.list(one, options).page()),
  ])
  return { catalog: inCatalog, releases: all, drafts, uploads: files }
}

async function countOf(asked: PromiseLike<{ readonly page: { readonly total?: number } }>): Promise<number | null> {
  try {
    return (await asked).page.total ?? null
  } catch (error) {
    if (error instanceof PermissionDeniedError) return null
    throw error
  }
}
