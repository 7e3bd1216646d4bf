import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount } from '../../server/test/harness/accounts.ts'
import type { TestHub } from '../../server/test/harness/hub.ts'
import { sharedHub } from '../../server/test/harness/shared-hub.ts'
import type { Gate } from '../src/index.ts'
import { connectAgent } from './harness/agents.ts'
import { startEndpoint } from './harness/endpoint.ts'

/** A tool above the gate is not shown, and calling it all the same does nothing. */

let hub: TestHub
let key: string
beforeAll(async () => {
  hub = await sharedHub()
  key = await (await createTestAccount(hub)).key()
})

const connect = async (gate: Gate) => connectAgent('v2', { url: await startEndpoint({ hubUrl: hub.url, gate }), key })

const reading = [
  'get_account',
  'search_catalog',
  'get_release',
  'get_upload',
  'validate_release',
  'wait',
  'get_analytics',
  'list_reference',
]
const drafting = ['create_upload', 'create_draft', 'update_draft']

describe('the gate', () => {
  it.each([
    ['read', reading],
    ['draft', [...reading, ...drafting]],
    ['submit', [...reading, ...drafting, 'submit_release']],
  ] as const)('%s shows what it allows', async (gate, names) => {
    const agent = await connect(gate)
    const shown = await agent.tools()
    expect(new Set(shown.map(({ name }) => name))).toEqual(new Set(names))
    if (gate === 'read') expect(shown.every(({ annotations }) => annotations.readOnlyHint)).toBe(true)
  })

  it('keeps an agent from making anything when it only reads', async () => {
    const agent = await connect('read')
    const tracks = [{ title: 'Intro', uploadId: 'upl_01JD3MZ6V8Q4W9X2K7N5T0RHYB' }]
    const calls = [
      ['create_upload', { filename: 'a.wav', size: 1, kind: 'audio' }],
      ['create_draft', { release: { title: 'Night Drive', type: 'single', tracks } }],
      ['update_draft', { releaseId: 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB', patch: {} }],
      ['submit_release', { releaseId: 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB' }],
    ] as const
    for (const [name, input] of calls) {
      const { isError, data } = await agent.call(name, input)
      expect([name, isError, data.error.code]).toEqual([name, true, 'gate_closed'])
    }
    expect((await agent.call('get_account')).data).toMatchObject({
      gate: { open: ['read'], closed: ['draft', 'submit'] },
      counts: { releases: 0, uploads: 0 },
    })
  })

  it('says which one is needed and how a person opens it', async () => {
    const input = { releaseId: 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB' }
    const overHttp = await (await connect('draft')).call('submit_release', input)
    expect(overHttp.data.error).toEqual({
      code: 'gate_closed',
      message: 'submit_release requires the gate "submit", but this connection has "draft". Nothing was done.',
      fix: null,
      next_action: expect.stringContaining('the hub operator sets SPINDLE_MCP_GATE=submit'),
      retryable: false,
    })
    const piped = await connectAgent('v2', { hubUrl: hub.url, key, gate: 'draft' })
    const overPipes = await piped.call('submit_release', input)
    expect(overPipes.data.error.next_action).toContain('spindle mcp --gate submit')
  })

  it('is not opened by what the key may do, nor the key by the gate', async () => {
    const account = await createTestAccount(hub, 'Readers')
    const url = await startEndpoint({ hubUrl: hub.url, gate: 'submit' })
    const agent = await connectAgent('v2', { url, key: await account.key(['music:read']) })
    const { isError, data } = await agent.call('create_upload', { filename: 'a.wav', size: 1, kind: 'audio' })
    expect([isError, data.error.code]).toEqual([true, 'permission_missing'])
    expect((await agent.call('get_account')).data).toMatchObject({
      credential: { permissions: ['music:read'] },
      counts: { releases: 0, drafts: 0, uploads: 0 },
    })
  })
})
