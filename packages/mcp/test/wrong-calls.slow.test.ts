import { beforeAll, describe, it } from 'vitest'
import { createTestAccount } from '../../server/test/harness/accounts.ts'
import { startTestHub, type TestHub } from '../../server/test/harness/hub.ts'
import { connectAgent, generations } from './harness/agents.ts'
import { expectRefusals, listWrongCalls, shutCalls } from './harness/wrong-calls.ts'

/** Every tool of the server on pipes with arguments that it refuses, through the official clients 1.x and 2.x. */

let hub: TestHub
let key: string
beforeAll(async () => {
  hub = await startTestHub({ role: 'api', environment: { SPINDLE_RATE_LIMIT: 'off' } })
  key = await (await createTestAccount(hub)).key()
})

describe.each(generations)('the client %s over pipes', (generation) => {
  it('gets an error that says what is wrong with the arguments of each tool', async () => {
    const agent = await connectAgent(generation, { hubUrl: hub.url, key, gate: 'submit' })
    await expectRefusals(agent, listWrongCalls({ hasFiles: true }))
  })

  it('gets an error that names the closed gate', async () => {
    await expectRefusals(await connectAgent(generation, { hubUrl: hub.url, key, gate: 'read' }), shutCalls)
  })
})
