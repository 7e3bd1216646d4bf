import { execFileSync } from 'node:child_process'
import { beforeAll, describe, expect, it } from 'vitest'

/** The modules that a start loads before it listens: counted, because the time depends on the machine. */

const script = `
  import { registerHooks } from 'node:module'
  const loaded = []
  registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
  await import(process.argv[1])
  console.log(JSON.stringify({ loaded, internals: process.moduleLoadList }))`

interface Found {
  readonly loaded: readonly string[]
  readonly internals: readonly string[]
}

describe('the modules of a start', () => {
  let found: Found
  beforeAll(() => {
    const startHub = new URL('../../src/start-hub.ts', import.meta.url).href
    const printed = execFileSync(process.execPath, ['--input-type=module', '-e', script, startHub], {
      encoding: 'utf8',
    })
    found = JSON.parse(printed)
  })

  it('leave out what only some requests need', () => {
    const packages = new Set(found.loaded.map((url) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1]))
    expect(packages).toContain('fastify')
    const later = [
      'typebox',
      'jose',
      'oidc-provider',
      'sharp',
      'vite',
      '@modelcontextprotocol/server',
      '@aws-sdk/client-s3',
      '@duckdb/node-api',
      '@opentelemetry/api',
    ]
    for (const name of [...later, 'graphile-worker', 'prom-client']) expect(packages).not.toContain(name)
    expect(found.loaded.filter((url) => url.includes('/database/embedded/supervisor'))).toEqual([])
  })

  it('leave out the WebSocket client of Node, which an import of node:http would load', () => {
    expect(found.internals).toContain('NativeModule _http_server')
    expect(found.internals.filter((name) => name.includes('undici'))).toEqual([])
  })
})
