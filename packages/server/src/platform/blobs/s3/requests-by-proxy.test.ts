import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import { objectStoreRequests } from './requests.ts'

afterEach(() => vi.unstubAllEnvs())

it.each([
  [{}, ['GET http://store.corp.test/bucket/name Basic YWRhOnMgY3JldA==']],
  [{ NO_PROXY: 'corp.test' }, []],
])('reaches the object store by the proxy of the environment, with %j', async (environment, expected) => {
  const seen: string[] = []
  const proxy = createServer(({ method, url, headers }, response) => {
    seen.push(`${method} ${url?.split('?', 1)[0]} ${headers['proxy-authorization']}`)
    response.end('bytes')
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  for (const name of ['http_proxy', 'all_proxy', 'ALL_PROXY', 'no_proxy', 'NO_PROXY']) vi.stubEnv(name, undefined)
  vi.stubEnv('HTTP_PROXY', `http://ada:s%20cret@127.0.0.1:${(proxy.address() as AddressInfo).port}`)
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)
  const requests = objectStoreRequests({
    region: 'eu',
    endpoint: 'http://store.corp.test',
    credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
    timeoutMs: 5_000,
    retryDelaysMs: [],
  })
  const get = requests.run('get', async (sdk, client, limits) => {
    const command = new sdk.GetObjectCommand({ Bucket: 'bucket', Key: 'name' })
    await client.send(command, limits)
  })
  await get.catch(() => {})
  expect(seen).toEqual(expected)
  await requests.close()
  proxy.closeAllConnections()
  proxy.close()
})
