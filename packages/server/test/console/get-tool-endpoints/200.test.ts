import { describe, expect, it } from 'vitest'
import { startTestHub } from '../../harness/hub.ts'
import { setUpOperator } from '../../harness/people.ts'
import { sharedTeam } from '../../harness/shared-team.ts'

describe('getToolEndpoints 200', () => {
  it('says what the metadata of the hub say', async () => {
    const { hub, owner } = await sharedTeam()
    const { body: server } = await hub.json('GET', '/.well-known/oauth-authorization-server')
    const { body: resource } = await hub.json('GET', '/.well-known/oauth-protected-resource/mcp')
    const { status, body } = await owner.ask('GET', '/console/api/tool-endpoints')
    expect(status).toBe(200)
    expect(body.endpoints).toEqual({
      tools: resource.resource,
      issuer: server.issuer,
      authorization: server.authorization_endpoint,
      token: server.token_endpoint,
      scopes: resource.scopes_supported,
    })
  })

  it('names none while the tools are off', async () => {
    const closed = await startTestHub({ role: 'api', environment: { SPINDLE_MCP_GATE: 'off' } })
    const operator = await setUpOperator(closed)
    expect((await operator.ask('GET', '/console/api/tool-endpoints')).body).toEqual({ endpoints: null })
  })
})
