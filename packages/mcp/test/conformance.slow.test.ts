import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createTestAccount } from '../../server/test/harness/accounts.ts'
import { startTestHub } from '../../server/test/harness/hub.ts'
import { startEndpoint } from './harness/endpoint.ts'

/**
 * The conformance suite of the protocol. It was made for a server of fixtures, so most scenarios call tools that only
 * such a server has; which ones, and why each of them does not apply, is listed here and checked against its output.
 */

const passed = ['server-initialize', 'ping', 'tools-list']

/** Passed without a check: they need a session, and this server keeps none. */
const empty = ['server-sse-polling', 'server-sse-multiple-streams']

const fixture = 'calls a tool that only the server of fixtures has'
const reasons: Readonly<Record<string, string>> = {
  'tools-call-simple-text': fixture,
  'tools-call-image': fixture,
  'tools-call-audio': fixture,
  'tools-call-embedded-resource': fixture,
  'tools-call-mixed-content': fixture,
  'tools-call-error': fixture,
  'tools-call-with-logging': fixture,
  'tools-call-with-progress': `${fixture}; answers come within seconds and tell no progress`,
  'tools-call-sampling': `${fixture}; the hub asks no model`,
  'tools-call-elicitation': `${fixture}; the hub asks the person nothing`,
  'elicitation-sep1034-defaults': `${fixture}; the hub asks the person nothing`,
  'elicitation-sep1330-enums': `${fixture}; the hub asks the person nothing`,
  'json-schema-2020-12': `${fixture}; schemas are checked in schemas.test.ts`,
  'logging-set-level': 'the capability is not declared: logs are for the operator',
  'completion-complete': 'the capability is not declared: there are no prompts and resources to complete',
  'resources-list': 'the capability is not declared: what there is to read comes from tools',
  'resources-read-text': 'no resources',
  'resources-read-binary': 'no resources',
  'resources-templates-read': 'no resources',
  'resources-subscribe': 'no resources',
  'resources-unsubscribe': 'no resources',
  'prompts-list': 'the capability is not declared: the hub puts no words into mouths',
  'prompts-get-simple': 'no prompts',
  'prompts-get-with-args': 'no prompts',
  'prompts-get-embedded-resource': 'no prompts',
  'prompts-get-with-image': 'no prompts',
  'dns-rebinding-protection': 'Host and Origin are checked where the endpoint is mounted, before it',
}

const program = new URL('../../../node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url)
  .pathname

/** The result of each scenario: passed and failed checks. */
async function runAll(url: string): Promise<ReadonlyMap<string, readonly [number, number]>> {
  const folder = await mkdtemp(join(tmpdir(), 'spindle-conformance-'))
  const output = await new Promise<string>((resolve) => {
    // Its exit code says that scenarios failed, which is expected.
    execFile(process.execPath, [program, 'server', '--url', url, '--suite', 'all', '-o', folder], (_, stdout) =>
      resolve(stdout),
    )
  })
  await rm(folder, { recursive: true })
  const lines = output.matchAll(/^[✓✗] (\S+): (\d+) passed, (\d+) failed/gm)
  return new Map([...lines].map(([, name = '', good, bad]) => [name, [Number(good), Number(bad)]]))
}

describe('the conformance suite', () => {
  it('passes where it applies', async () => {
    const hub = await startTestHub()
    // The suite can send no key.
    const key = await (await createTestAccount(hub)).key()
    const results = await runAll(await startEndpoint({ hubUrl: hub.url, gate: 'submit', key }))
    const named = (test: (good: number, bad: number) => boolean) =>
      [...results].flatMap(([name, [good, bad]]) => (test(good, bad) ? [name] : []))
    expect(named((good, bad) => good > 0 && bad === 0)).toEqual(passed)
    expect(named((good, bad) => good === 0 && bad === 0)).toEqual(empty)
    expect(named((_, bad) => bad > 0).sort()).toEqual(Object.keys(reasons).sort())
  }, 240_000)
})
