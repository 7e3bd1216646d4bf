import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { discover, Spindle } from '@spindle/client'
import type { AccountId } from '../../platform/values/ids.ts'
import type { Hub } from '../../start-hub.ts'
import { makeSetupLink } from '../people/setup-link.ts'
import { deliverRelease, uploadAll } from './deliver-release.ts'
import { type DemoFiles, makeDemoFiles } from './demo-files.ts'
import { demoStore, keepAnswering, openDemoStore } from './demo-store.ts'
import { importDemoReport } from './import-demo-report.ts'
import { fillLabel } from './label/fill-label.ts'
import { makeUpPastPlays, playTracks, readCatalogAndAnalytics } from './play-tracks.ts'
import { type StepPrinter, stepPrinter } from './step-printer.ts'

/**
 * The main job on real input, through the SDK and the hub's address, like an outside client; `demo.json` keeps what a
 * person needs to continue by hand.
 */

export interface DemoOptions {
  readonly hub: Hub
  readonly baseUrl: string
  readonly dataDir: string
  readonly property: string
  readonly integrationToken: string
  out(line: string): void
}

/** The main job is done and the hub is ready to look at. More data is created in the background. */
export interface DoneDemo {
  /** Fills the label until it is done or stopped. */
  fill(isStopped: () => boolean): Promise<number>
  /** Acknowledges later deliveries to the demo's store, until it is stopped. */
  keepStore(isStopped: () => boolean): Promise<void>
}

interface Access {
  readonly accountId: AccountId
  readonly clientId: string
  readonly clientSecret: string
  readonly apiKey: string
}

export async function runDemo(options: DemoOptions): Promise<DoneDemo> {
  const { baseUrl, integrationToken } = options
  const report = stepPrinter(options.out)
  const material = await report.step(
    'Made three lossless masters and a 3000 x 3000 cover',
    () => makeDemoFiles(join(options.dataDir, 'demo-masters')),
    sizes,
  )
  const property = new Spindle({ baseUrl, integrationToken })
  await proveProperty(report, property)
  const access = await getAccess(report, options)
  const client = new Spindle({ baseUrl, apiKey: access.apiKey })
  const uploads = await uploadAll(report, client, access.apiKey, material)
  const storeFolder = await openDemoStore(options.hub.outlets, options.dataDir)
  const release = await deliverRelease(report, client, { hub: options.hub, material, uploads, storeFolder })
  await makeUpPastPlays(report, options.hub, { accountId: access.accountId, releaseId: release.id })
  await playTracks(report, property, release)
  await readCatalogAndAnalytics(report, client, { releaseId: release.id, property: options.property })
  await importDemoReport(report, client, { hub: options.hub, release, dataDir: options.dataDir })
  const setupLink = await makeSetupLink(options.hub, access.accountId)
  const file = await writeNotes(options, access, { releaseId: release.id, setupLink })
  options.out('')
  for (const line of whereToLook(options, { file, setupLink })) options.out(line)
  return {
    fill: (isStopped) =>
      fillLabel({
        hub: options.hub,
        client,
        accountId: access.accountId,
        material,
        directory: join(options.dataDir, 'demo-masters'),
        serial: 100_000 + (Math.floor(Date.now() / 1000) % 90_000),
        // There are many, and their packages would fill the disk.
        outlets: options.hub.outlets.list().flatMap(({ id }) => (id === demoStore ? [] : [id])),
        isStopped,
      }),
    keepStore: (isStopped) => keepAnswering(storeFolder, isStopped),
  }
}

const sizes = ({ masters }: DemoFiles): string =>
  masters.map(({ path, bytes }) => `${path.split('/').at(-1)} ${(bytes.length / 1024 ** 2).toFixed(1)} MiB`).join(', ')

async function proveProperty(report: StepPrinter, property: Spindle): Promise<void> {
  await report.step(
    'Asked without a token, followed the challenge to the metadata',
    () => discover(`${property.baseUrl}/api/integration/verify`),
    ({ server }) => `401, then ${server.agent_auth?.skill}`,
  )
  await report.step(
    'Verified the integration token',
    () => property.integration.verify(),
    (result) => `property ${result.property}`,
  )
}

async function getAccess(report: StepPrinter, { hub, baseUrl }: DemoOptions): Promise<Access> {
  const { accountId, clientId, clientSecret } = await report.step(
    'Created an account and a service client',
    async () => {
      const account = await hub.accounts.createAccount('Spindle Demo Label')
      const client = await hub.accounts.createClient(account.id, 'Demo')
      if (!client) throw new Error('The account is gone')
      return { accountId: account.id, ...client }
    },
  )
  const { key } = await report.step(
    'Obtained an access token (client_credentials) and created an API key',
    () =>
      new Spindle({ baseUrl, clientId, clientSecret }).keys.create({
        name: 'Demo',
        permissions: ['music:read', 'music:write', 'catalog:read', 'analytics:read'],
      }),
    ({ hint }) => hint,
  )
  return { accountId, clientId, clientSecret, apiKey: key }
}

/** Mode 0600: the file contains secrets. */
async function writeNotes(
  { baseUrl, dataDir, property, integrationToken }: DemoOptions,
  access: Access,
  { releaseId, setupLink }: { readonly releaseId: string; readonly setupLink: string | undefined },
): Promise<string> {
  const path = join(dataDir, 'demo.json')
  const { accountId, clientId, clientSecret, apiKey } = access
  await writeFile(
    path,
    `${JSON.stringify({ baseUrl, accountId, clientId, clientSecret, apiKey, property, integrationToken, releaseId, setupLink }, null, 2)}\n`,
    { mode: 0o600 },
  )
  return path
}

const whereToLook = (
  { baseUrl }: DemoOptions,
  { file, setupLink }: { readonly file: string; readonly setupLink: string | undefined },
): string[] => [
  ...(setupLink === undefined ? [] : [`Set up this hub within 30 minutes: ${setupLink}`]),
  'Open:',
  `  ${baseUrl}/            what this hub is`,
  `  ${baseUrl}/docs        the API, to read and to try`,
  `  ${baseUrl}/auth.md     what an agent reads`,
  `  ${baseUrl}/docs/mcp    the tools an agent may use`,
  `Credentials: ${file}`,
]
