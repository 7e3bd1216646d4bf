import { type AttentionItem, NotFoundError, PermissionDeniedError } from '@spindle/client'
import { ClosedObject, type Permission, permissions, Type } from '@spindle/contract'
import { defineTool, readOnlyAnnotations, requestOptions, type ToolContext } from '../definition/define-tool.ts'
import { gates, isGateOpen } from '../server/agent-gate.ts'

const Count = Type.Union([Type.Integer(), Type.Null()], { description: 'null: this key may not know' })

export const getAccount = defineTool({
  name: 'get_account',
  title: 'What this connection may do',
  description:
    'The hub, what this connection and its key may do, what there is, what needs somebody, the outlets. Start here.',
  gate: 'read',
  operations: [
    'listReleases',
    'listUploads',
    'listCatalog',
    'listOutlets',
    'getSummary',
    'getMusicAnalytics',
    'validateRelease',
  ],
  annotations: readOnlyAnnotations,
  input: ClosedObject({}),
  output: Type.Object({
    hub: Type.Object({ baseUrl: Type.String(), docs: Type.String() }),
    credential: Type.Object({ kind: Type.Literal('api_key'), permissions: Type.Array(Type.String()) }),
    gate: Type.Object({ open: Type.Array(Type.String()), closed: Type.Array(Type.String()) }),
    counts: Type.Object({ catalog: Count, releases: Count, drafts: Count, uploads: Count }),
    attention: Type.Array(Type.Object({}), { description: 'Releases that need somebody' }),
    outlets: Type.Array(Type.Object({}), { description: 'Where releases can go' }),
  }),
  async run(_, context) {
    const { baseUrl } = context
    const [held, outlets] = await Promise.all([
      accountOf(context),
      context.client.outlets.list(requestOptions(context)),
    ])
    return {
      hub: { baseUrl, docs: `${baseUrl}/docs` },
      credential: { kind: 'api_key', permissions: held.permissions },
      gate: {
        open: gates.filter((gate) => isGateOpen(context.gate, gate)),
        closed: gates.filter((gate) => !isGateOpen(context.gate, gate)),
      },
      counts: held.counts,
      attention: held.attention,
      outlets: outlets.data,
    }
  },
})

const one = { limit: 1, count: true } as const
/** Has the form of a release and is none: to check it changes nothing and tells whether the key may write. */
const nobodysRelease = 'rel_00000000000000000000000000'

/** No operation says what a key may do, so each permission is tried where it costs little. */
async function accountOf(context: ToolContext) {
  const { releases, uploads, catalog, analytics } = context.client
  const options = requestOptions(context)
  const [all, drafts, files, listed, summary, numbers, check] = await Promise.all([
    allowed(releases.list(one, options).page()),
    allowed(releases.list({ ...one, status: 'draft' }, options).page()),
    allowed(uploads.list(one, options).page()),
    allowed(catalog.list(one, options).page()),
    allowed(catalog.getSummary(options)),
    allowed(analytics.get({ granularity: 'total', limit: 1 }, options)),
    allowed(releases.validate(nobodysRelease, options)),
  ])
  const held: Readonly<Record<Permission, unknown>> = {
    'music:read': all,
    'music:write': check,
    'catalog:read': listed,
    'analytics:read': numbers,
  }
  return {
    permissions: permissions.filter((permission) => held[permission] !== refused),
    attention: typeof summary === 'object' ? summary.attention.data.map(attentionOf) : [],
    counts: { catalog: totalOf(listed), releases: totalOf(all), drafts: totalOf(drafts), uploads: totalOf(files) },
  }
}

const attentionOf = ({ id, title, status, reason, message, outlets }: AttentionItem) => ({
  id,
  title,
  status,
  reason,
  ...(message === null ? {} : { message }),
  ...(outlets.length === 0 ? {} : { outlets }),
})

const refused = Symbol('refused')

/** What was answered, `refused` for want of a permission; that there is no such thing is an answer too. */
async function allowed<T>(asked: PromiseLike<T>): Promise<T | typeof refused | undefined> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof PermissionDeniedError) return refused
    if (error instanceof NotFoundError) return undefined
    throw error
  }
}

type Counted = { readonly page: { readonly total?: number } } | typeof refused | undefined

const totalOf = (answer: Counted): number | null => (typeof answer === 'object' ? (answer.page.total ?? null) : null)
