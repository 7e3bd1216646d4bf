import { describe, expect, it } from 'vitest'
import { nextSteps } from './next-steps.ts'

const complete = {
  hubCommand: 'npm run hub --',
  publicUrl: 'https://hub.example',
  url: 'http://127.0.0.1:4578',
  integrationTokens: [{ property: 'my-site', token: 't'.repeat(32) }],
  isWorker: false,
  hasAccounts: true,
}
const address = 'Spindle runs at https://hub.example. Its API reference is at https://hub.example/docs'

describe('nextSteps', () => {
  it('prints only the address of a complete hub', () => {
    expect(nextSteps(complete)).toEqual([address])
  })

  it('names the commands that add what a new hub lacks', () => {
    const [first, account, token, ...more] = nextSteps({ ...complete, integrationTokens: [], hasAccounts: false })
    expect(first).toBe(address)
    expect(account).toContain('npm run hub -- accounts create "My label"')
    expect(account).toContain('npm run hub -- clients create --account ID')
    expect(token).toContain('npm run hub -- tokens generate --property my-site')
    expect(more).toEqual([])
  })

  it('prints commands as they are typed on this machine', () => {
    const lines = nextSteps({ ...complete, hubCommand: 'spindle-hub', integrationTokens: [], hasAccounts: false })
    expect(lines.join('\n')).toContain('spindle-hub accounts create "My label"')
    expect(lines.join('\n')).not.toContain('npm')
  })

  it('prints the setup link of a hub without an operator', () => {
    const setupLink = 'https://hub.example/console/setup#token'
    expect(nextSteps({ ...complete, setupLink })).toEqual([
      address,
      'Set up this hub within 30 minutes: https://hub.example/console/setup#token',
    ])
  })

  it('sends no one to a worker', () => {
    expect(nextSteps({ ...complete, isWorker: true, hasAccounts: false })).toEqual([
      'Spindle runs at http://127.0.0.1:4578 as a worker, which runs jobs and reports its health',
    ])
  })
})
