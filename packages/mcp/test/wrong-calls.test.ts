import { type Permission, permissions } from '@spindle/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount, type TestAccount } from '../../server/test/harness/accounts.ts'
import { startTestHub, type TestHub } from '../../server/test/harness/hub.ts'
import { type Agent, connectAgent, generations } from './harness/agents.ts'
import { startEndpoint } from './harness/endpoint.ts'
import { expectRefusals, forbiddenCalls, listWrongCalls, shutCalls } from './harness/wrong-calls.ts'

/** Every tool at the hub's own /mcp with arguments that it refuses, through the official clients 1.x and 2.x. */

let hub: TestHub
let account: TestAccount
beforeAll(async () => {
  hub = await startTestHub({ role: 'api', environment: { SPINDLE_MCP_GATE: 'submit', SPINDLE_RATE_LIMIT: 'off' } })
  account = await createTestAccount(hub)
})

const connect = async (generation: (typeof generations)[number], wanted?: readonly Permission[]): Promise<Agent> =>
  connectAgent(generation, { url: `${hub.url}/mcp`, key: await account.key(wanted) })

describe.each(generations)('the client %s', (generation) => {
  it('gets an error that says what is wrong with the arguments of each tool', async () => {
    await expectRefusals(await connect(generation), listWrongCalls({ hasFiles: false }))
  })

  it('gets an error that names the permission its key lacks', async () => {
    for (const permission of permissions) {
      const calls = forbiddenCalls.filter(({ needed }) => needed === permission)
      const others = permissions.filter((one) => one !== permission)
      await expectRefusals(await connect(generation, others), calls)
    }
  })

  it('gets an error that names the closed gate', async () => {
    const url = await startEndpoint({ hubUrl: hub.url, gate: 'read' })
    await expectRefusals(await connectAgent(generation, { url, key: await account.key() }), shutCalls)
  })

  it('takes what each tool answers when nothing is wrong', async () => {
    const agent = await connect(generation)
    await agent.tools()
    const file = { filename: 'a.wav', size: 1000, kind: 'audio' }
    expect(await agent.call('get_account')).toMatchObject({
      isError: false,
      data: { account: { name: 'Test Records' } },
    })
    expect(await agent.call('create_upload', file)).toMatchObject({ isError: false })
  })
})
