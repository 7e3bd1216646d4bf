import { describe, expect, it } from 'vitest'
import { sharedHub } from '../harness/shared-hub.ts'

describe('percent-encoded spellings of a path', async () => {
  const hub = await sharedHub()
  const status = async (method: string, path: string): Promise<number> =>
    (await fetch(`${hub.url}${path}`, { method })).status

  it('reach the raw handlers', async () => {
    expect(await status('POST', '/api/agent/%61uth')).toBe(501)
    expect(await status('GET', '/api/integration/%76erify')).toBe(401)
  })

  it('reach the table of methods', async () => {
    expect(await status('OPTIONS', '/api/v1/distributor/%63atalog')).toBe(204)
    expect(await status('POST', '/api/v1/distributor/%63atalog')).toBe(405)
  })

  it('leave reserved characters alone', async () => {
    expect(await status('POST', '/api/agent%2Fauth')).toBe(404)
    expect(await status('GET', '/healthz?q=%61')).toBe(200)
  })
})
