import { beforeAll, describe, expect, it } from 'vitest'
import { type Agent, connectAgent, generations } from '../../../mcp/test/harness/agents.ts'
import { createTestAccount } from '../harness/accounts.ts'
import { eventually } from '../harness/eventually.ts'
import { startTestHub, type TestHub } from '../harness/hub.ts'
import { coverJpeg, shortMaster, submittableRelease } from '../harness/submittable.ts'
import { patchType } from '../harness/uploads.ts'

/** The official clients of both generations at the hub's own endpoint. */

let hub: TestHub
let key: string
beforeAll(async () => {
  hub = await startTestHub({ environment: { SPINDLE_MCP_GATE: 'submit', SPINDLE_SANDBOX_OUTLET: 'on' } })
  key = await (await createTestAccount(hub)).key()
})

const connect = (generation: (typeof generations)[number]): Promise<Agent> =>
  connectAgent(generation, { url: `${hub.url}/mcp`, key })

describe.each(generations)('the client %s', (generation) => {
  it('learns from the server what the server card says', async () => {
    const agent = await connect(generation)
    const card = (await hub.json('GET', '/.well-known/mcp/server-card.json')).body
    const { name, version, title, description, websiteUrl } = card
    expect(agent.serverInfo).toEqual({ name, version, title, description, websiteUrl })
    const [{ supportedProtocolVersions }] = card.remotes
    expect(supportedProtocolVersions[0]).toBe('2026-07-28')
    if (agent.revision !== undefined) expect(supportedProtocolVersions).toContain(agent.revision)
  })

  it('finds the tools that the page for people names', async () => {
    const page = (await hub.json('GET', '/docs/mcp', { headers: { accept: 'text/markdown' } })).body as string
    const named = [...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)
    expect(named.length).toBeGreaterThan(9)
    expect((await (await connect(generation)).tools()).map(({ name }) => name)).toEqual(named)
  })
})

describe('the method server/discover', () => {
  it('names the same protocol revisions as the server card', async () => {
    const revision = '2026-07-28'
    const response = await fetch(`${hub.url}/mcp`, {
      method: 'POST',
      headers: {
        'x-api-key': key,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': revision,
        'mcp-method': 'server/discover',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'server/discover',
        params: {
          _meta: {
            'io.modelcontextprotocol/protocolVersion': revision,
            'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
            'io.modelcontextprotocol/clientCapabilities': {},
          },
        },
      }),
    })
    const { result } = (await response.json()) as { result: { supportedVersions: string[]; capabilities: object } }
    const card = (await hub.json('GET', '/.well-known/mcp/server-card.json')).body
    // Earlier revisions have no such method and are negotiated by `initialize`.
    expect(card.remotes[0].supportedProtocolVersions).toEqual(expect.arrayContaining(result.supportedVersions))
    expect(Object.keys(result.capabilities)).toEqual(Object.keys(card.capabilities))
  })
})

describe('a delivery by an agent', () => {
  const upload = async (agent: Agent, filename: string, kind: string, bytes: Buffer): Promise<string> => {
    const { data } = await agent.call('create_upload', { filename, size: bytes.length, kind })
    const sent = await fetch(data.url, {
      method: 'PATCH',
      headers: { 'x-api-key': key, 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': patchType },
      body: new Uint8Array(bytes),
    })
    expect(sent.status).toBe(204)
    const { uploadId } = data
    await eventually(
      async () => (await agent.call('get_upload', { uploadId })).data.upload.status === 'ready' || undefined,
      { what: 'the analysis' },
    )
    return uploadId
  }

  it('goes from the first byte to live through the tools alone', { timeout: 240_000 }, async () => {
    const agent = await connect('v2')
    const uploadId = await upload(agent, 'song.wav', 'audio', shortMaster(1))
    const coverUploadId = await upload(agent, 'cover.jpg', 'image', await coverJpeg())
    const release = submittableRelease({ title: 'By an agent', uploadId, coverUploadId, serial: 1 })
    const { data: drafted } = await agent.call('create_draft', { release })
    const releaseId = drafted.release.id
    expect((await agent.call('validate_release', { releaseId })).isError).toBe(false)
    const submitted = await agent.call('submit_release', { releaseId })
    expect(submitted).toMatchObject({ isError: false })
    const live = await eventually(
      async () => {
        const { data } = await agent.call('get_release', { releaseId })
        return data.release.status === 'live' ? data.release : undefined
      },
      { what: 'the release to be live' },
    )
    expect(live.title).toBe('By an agent')
  })
})
