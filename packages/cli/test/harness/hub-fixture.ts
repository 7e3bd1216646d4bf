import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openTestHub, startTestHub, type TestHub, type TestHubOptions } from '../../../server/test/harness/hub.ts'
import { createReleaseFixture, type ReleaseFixture } from '../../../server/test/harness/releases.ts'
import { startInTerminal, startSpindle } from './run-spindle.ts'
import { makeFolder, type SpindleOptions, type SpindleResult } from './spindle-home.ts'

/** A hub with an account and a property, and `spindle` with the credentials to it. */
export interface HubFixture {
  readonly hub: TestHub
  readonly releases: ReleaseFixture
  readonly token: string
  /** Where commands run. */
  readonly folder: string
  /** What every command gets. */
  readonly options: SpindleOptions
  spindle(args: readonly string[], options?: SpindleOptions): Promise<SpindleResult>
  /** Runs a command that must succeed, with `--json`, and returns its JSON. */
  json(args: readonly string[], options?: SpindleOptions): Promise<Json>
  /** What a person sees; `typed` is typed in once the question is there. */
  shown(args: readonly string[], typed?: Typed): Promise<SpindleResult>
  write(name: string, content: string | Uint8Array): Promise<string>
}

// biome-ignore lint/suspicious/noExplicitAny: tests assert on literal shapes; typing them again would prove nothing
type Json = any

export interface Typed {
  readonly question?: string
  readonly keys?: string
  readonly columns?: number
}

export const propertyToken = 'a-token-of-the-property-long-enough-for-a-hub'

const propertyEnvironment = { SPINDLE_INTEGRATION_TOKENS: `player=${propertyToken}` }

/** With a separate hub, which runs jobs unless it has another role. */
export async function openHubFixture({ environment = {}, ...rest }: TestHubOptions = {}): Promise<HubFixture> {
  return createHubFixture(await startTestHub({ environment: { ...propertyEnvironment, ...environment }, ...rest }))
}

/**
 * With a new account on one hub for all test files of a worker. It runs no jobs: no upload is analysed, and nothing is
 * delivered.
 */
export async function sharedHubFixture(): Promise<HubFixture> {
  running ??= openTestHub({ role: 'api', environment: propertyEnvironment })
  return createHubFixture(await running)
}

let running: Promise<TestHub> | undefined

async function createHubFixture(hub: TestHub): Promise<HubFixture> {
  const releases = await createReleaseFixture(hub)
  const folder = makeFolder()
  const { clientId, clientSecret } = releases.account
  const options: SpindleOptions = {
    hub,
    key: releases.key,
    cwd: folder,
    env: {
      SPINDLE_CLIENT_ID: clientId,
      SPINDLE_CLIENT_SECRET: clientSecret,
      SPINDLE_INTEGRATION_TOKEN: propertyToken,
    },
  }
  const spindle = (args: readonly string[], more: SpindleOptions = {}) =>
    startSpindle(args, { ...options, ...more }).result
  return {
    hub,
    releases,
    token: propertyToken,
    folder,
    options,
    spindle,
    async json(args, more) {
      const { code, stdout, stderr } = await spindle(args.includes('--json') ? args : [...args, '--json'], more)
      if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${stderr}`)
      return JSON.parse(stdout)
    },
    async shown(args, { question, keys = '', columns = 100 } = {}) {
      const running = startInTerminal(args, { ...options, columns })
      if (question !== undefined) await running.untilShown(question)
      if (keys !== '') running.type(keys)
      return running.result
    },
    async write(name, content) {
      await writeFile(join(folder, name), content)
      return name
    },
  }
}
