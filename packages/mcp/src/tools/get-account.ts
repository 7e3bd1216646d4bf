import type { AttentionItem, CurrentKey } from '@spindle/client'
import { ClosedObject, type Permission, Type } from '@spindle/contract'
import { gates, isGateOpen } from '../agent-gate.ts'
import { defineTool, readOnlyAnnotations, requestOptions, type ToolContext } from '../definition/define-tool.ts'

const Count = Type.Union([Type.Integer(), Type.Null()], { description: 'null: the key has no permission for this' })

export const getAccount = defineTool({
  name: 'get_account',
  title: 'What this connection can do',
  description:
    'The hub, the account, what this connection and its key can do, counts, releases that need attention, and outlets. Start here.',
  gate: 'read',
  operations: ['getCurrentKey', 'getSummary', 'listReleases', 'listUploads', 'listOutlets'],
  annotations: readOnlyAnnotations,
  input: ClosedObject({}),
  output: Type.Object({
    hub: Type.Object({ baseUrl: Type.String(), docs: Type.String() }),
    account: Type.Object({ id: Type.String(), name: Type.String() }),
    credential: Type.Object({
      kind: Type.String(),
      name: Type.String(),
      permissions: Type.Array(Type.String()),
      expiresAt: Type.Union([Type.String(), Type.Null()]),
    }),
    gate: Type.Object({ open: Type.Array(Type.String()), closed: Type.Array(Type.String()) }),
    counts: Type.Object({ releases: Count, drafts: Count, uploads: Count }),
    attention: Type.Array(Type.Object({}), { description: 'Releases that need attention' }),
    outlets: Type.Array(Type.Object({}), { description: 'Outlets for releases' }),
  }),
  async run(_, context) {
    const { baseUrl, client } = context
    const [key, outlets] = await Promise.all([
      client.keys.getCurrent(requestOptions(context)),
      client.outlets.list(requestOptions(context)),
    ])
    const { kind, name, permissions, expiresAt, account } = key
    const { attention, ...counts } = await readContents(key, context)
    return {
      hub: { baseUrl, docs: `${baseUrl}/docs` },
      account,
      credential: { kind, name, permissions, expiresAt },
      gate: {
        open: gates.filter((gate) => isGateOpen(context.gate, gate)),
        closed: gates.filter((gate) => !isGateOpen(context.gate, gate)),
      },
      counts,
      attention,
      outlets: outlets.data,
    }
  },
})

interface Contents {
  readonly releases: number | null
  readonly drafts: number | null
  readonly uploads: number | null
  readonly attention: readonly object[]
}

/** What there is, as far as the key may read: no request that would be refused is sent. */
async function readContents({ permissions }: CurrentKey, context: ToolContext): Promise<Contents> {
  const may = (permission: Permission): boolean => permissions.includes(permission)
  const [uploads, releases] = await Promise.all([
    may('music:read') ? countUploads(context) : null,
    may('catalog:read') ? summarize(context) : may('music:read') ? countReleases(context) : unknownReleases,
  ])
  return { ...releases, uploads }
}

const unknownReleases = { releases: null, drafts: null, attention: [] }

const one = { limit: 1, count: true } as const

async function countUploads(context: ToolContext): Promise<number | null> {
  const { page } = await context.client.uploads.list(one, requestOptions(context)).page()
  return page.total ?? null
}

async function summarize(context: ToolContext) {
  const { releases, attention } = await context.client.catalog.getSummary(requestOptions(context))
  return { releases: releases.total, drafts: releases.byStatus.draft, attention: attention.data.map(attentionOf) }
}

/** For keys that deliver and read no catalog. */
async function countReleases(context: ToolContext) {
  const { releases } = context.client
  const [all, drafts] = await Promise.all([
    releases.list(one, requestOptions(context)).page(),
    releases.list({ ...one, status: 'draft' }, requestOptions(context)).page(),
  ])
  return { releases: all.page.total ?? null, drafts: drafts.page.total ?? null, attention: [] }
}

const attentionOf = ({ id, title, status, reason, message, outlets }: AttentionItem) => ({
  id,
  title,
  status,
  reason,
  ...(message === null ? {} : { message }),
  ...(outlets.length === 0 ? {} : { outlets }),
})
