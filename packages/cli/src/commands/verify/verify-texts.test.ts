import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { findDiscoveryFix } from './discovery-fixes.ts'
import { formatStep } from './format-step.ts'
import { readAgentInstructions } from './read-agent-instructions.ts'

const out = { paint: (_style: string, text: string) => text } as never
const step = { step: 'challenge', url: 'https://hub.example/verify', ok: true, rules: [], warnings: [] } as const

describe('formatStep', () => {
  it('shows what was found, in words', () => {
    const found = { scheme: 'Bearer', parameters: { realm: 'hub', scope: 'a b' }, other: 'not shown' }
    expect(formatStep(out, { ...step, found })).toEqual([
      '✔ Challenge  https://hub.example/verify',
      '  scheme: Bearer',
      '  parameters: realm="hub", scope="a b"',
      '',
    ])
  })

  it('shows lists, numbers and missing values of metadata', () => {
    const found = { resource: 'https://hub.example', scopes_supported: ['a', 'b'], bearer_methods_supported: null }
    expect(formatStep(out, { ...step, step: 'protected_resource', found })).toEqual([
      '✔ Protected resource metadata  https://hub.example/verify',
      '  resource: https://hub.example',
      '  scopes_supported: a, b',
      '  bearer_methods_supported: null',
      '',
    ])
  })

  it('shows an error with the rule it breaks and the fix', () => {
    const rule = { source: 'RFC 9728 section 3.3', text: 'resource is the address that was asked' }
    const error = { code: 'resource_mismatch', detail: 'resource is \u001b[31mred', rule, fix: 'Change it.' }
    expect(formatStep(out, { ...step, ok: false, error })).toEqual([
      '✖ Challenge  https://hub.example/verify',
      '  resource is red  [resource_mismatch]',
      '  Broken: resource is the address that was asked  (RFC 9728 section 3.3)',
      '  Fix: Change it.',
      '',
    ])
  })

  it('shows warnings, and the rules that hold', () => {
    const rules = [{ source: 'RFC 6750', text: 'the scheme is Bearer' }]
    expect(formatStep(out, { ...step, rules, warnings: ['no realm'] })).toEqual([
      '✔ Challenge  https://hub.example/verify',
      '  ! no realm',
      '  ✔ the scheme is Bearer  (RFC 6750)',
      '',
    ])
  })
})

describe('findDiscoveryFix', () => {
  it.each([
    ['member_missing', 'protected_resource', 'Add it.'],
    ['member_invalid', 'protected_resource', 'Correct it.'],
    ['status_unexpected', 'challenge', 'Use an address that answers 401 without a credential.'],
    [
      'status_unexpected',
      'protected_resource',
      'Serve it at exactly this address with status 200: no redirect, no credential, no other page.',
    ],
    ['unknown_code', 'challenge', undefined],
  ])('of %s at %s is %j', (code, at, fix) => {
    expect(findDiscoveryFix(code, at)).toBe(fix)
  })
})

/** A service that answers every request like this. */
async function serve(status: number, type: string, body: string): Promise<string> {
  const server = createServer((_, response) => response.writeHead(status, { 'content-type': type }).end(body))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/auth.md`
}

describe('readAgentInstructions', () => {
  const { signal } = new AbortController()

  it('counts the lines of text', async () => {
    const url = await serve(200, 'Text/Markdown; charset=utf-8', '# Auth\n\nAsk.\n')
    expect(await readAgentInstructions(url, signal)).toMatchObject({
      found: { contentType: 'text/markdown', lines: 3 },
    })
  })

  it.each([
    [404, 'text/markdown', 'status_unexpected', 'the response is 404, not 200'],
    [302, 'text/markdown', 'status_unexpected', 'the response is 302, not 200'],
    [200, 'text/html', 'media_type_unexpected', 'the response is text/html, not text/markdown'],
  ])('refuses an answer of %i %s', async (status, type, code, detail) => {
    expect(await readAgentInstructions(await serve(status, type, ''), signal)).toMatchObject({
      problem: { code, detail },
    })
  })

  it.each([[undefined], [17], ['not an address']])('refuses %j, which is not a URL', async (url) => {
    expect(await readAgentInstructions(url, signal)).toMatchObject({ problem: { code: 'url_invalid' } })
  })

  it('says so when the hub does not answer', async () => {
    expect(await readAgentInstructions('http://127.0.0.1:9/auth.md', signal)).toMatchObject({
      problem: { code: 'unreachable' },
    })
  })
})
