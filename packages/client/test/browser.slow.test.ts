import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount } from '../../server/test/harness/accounts.ts'
import { atEnd } from '../../server/test/harness/cleanup.ts'
import { eventually } from '../../server/test/harness/eventually.ts'
import { startTestHub, type TestHub } from '../../server/test/harness/hub.ts'
import { isMissing } from '../../server/test/harness/programs.ts'
import { epMetadata, expectDelivered, propertyToken } from './harness/ep.ts'
import { epFiles } from './harness/ep-files.ts'
import { compile, getPacked, install } from './harness/install.ts'
import { type Line, startLine } from './harness/line.ts'
import { startPageServer } from './harness/page-server.ts'

/** The SDK in a browser: the published files as native modules, and a hub of another origin behind a network that fails. */

const executablePath = '/usr/bin/chromium'
const quiet =
  'disable-gpu disable-quic no-first-run disable-background-networking disable-component-update disable-sync'
const consumer = 'deliver-ep-in-page'
const forBrowsers = ['--strict', '--target', 'es2022', '--lib', 'es2022,dom,dom.iterable,dom.asynciterable']
const asModules = ['--module', 'esnext', '--moduleResolution', 'bundler', '--types', '', '--outDir', 'built']

describe.skipIf(isMissing('chromium'))('the SDK in Chromium', () => {
  let hub: TestHub
  let line: Line
  let server: Awaited<ReturnType<typeof startPageServer>>
  let context: BrowserContext
  let folder: string
  let files: Map<string, Buffer>

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'spindle-browser-'))
    const project = join(folder, 'project')
    await install(project, [await getPacked('contract'), await getPacked('client')])
    await cp(new URL(`./consumers/${consumer}.ts`, import.meta.url), join(project, `${consumer}.ts`))
    expect(await compile(project, [`${consumer}.ts`, ...forBrowsers, ...asModules])).toBe('')
    files = await epFiles()
    for (const [name, bytes] of files) await writeFile(join(project, name), bytes)
    server = await startPageServer(project, `/built/${consumer}.js`)
    hub = await startTestHub({
      environment: { SPINDLE_INTEGRATION_TOKENS: `player=${propertyToken}`, SPINDLE_CORS_ORIGINS: server.origin },
    })
    line = await startLine(hub.url)
    const args = ['--no-sandbox', ...quiet.split(' ').map((name) => `--${name}`)]
    context = await chromium.launchPersistentContext(join(folder, 'browser'), { executablePath, headless: true, args })
  }, 600_000)
  atEnd(async () => {
    await context.close()
    await line.close()
    await server.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  async function openPage() {
    const page = await context.newPage()
    const said: string[] = []
    page.on('console', (message) => said.push(`${message.type()}: ${message.text()}`))
    page.on('pageerror', (error) => said.push(`thrown: ${error.message}`))
    await page.goto(server.origin)
    return { page, said }
  }

  const deliver = (page: Page, apiKey: string) =>
    page.evaluate(
      (wanted) => (globalThis as unknown as Record<'deliver', (wanted: unknown) => Promise<Delivery>>).deliver(wanted),
      { baseUrl: line.url, apiKey, ep: epMetadata },
    )

  it('delivers an EP over a network that fails in the middle', async () => {
    const key = await (await createTestAccount(hub, 'Page')).key()
    const { page, said } = await openPage()
    line.cutAfter(6_000_000, 1_500, 'mustRefuse')
    line.loseAnswerTo('POST /api/v1/music-distributor/releases HTTP')
    const { release, forgotten } = await deliver(page, key)
    expect(forgotten).toBe(true)
    expect(line.takeHappened()).toEqual(expect.arrayContaining(['cut', 'refused', 'restored', 'answer lost']))
    await expectDelivered(hub, key, { release, files })
    expect(said.filter((line) => !line.startsWith('error: Failed to load resource: net::ERR_'))).toEqual([
      'warning: An API key is used in a web page, where anyone who opens the page can read it. Keep it on a server.',
    ])
    await page.close()
  })

  it('continues after the page was loaded again in the middle', async () => {
    const key = await (await createTestAccount(hub, 'Reloaded page')).key()
    const { page } = await openPage()
    // So late that one master at least is cut after its first part, even if they share the connection unevenly.
    line.cutAfter(9_000_000, 3_000)
    const first = deliver(page, key).then(
      () => 'delivered',
      () => 'gone with its page',
    )
    await eventually(() => line.isDown || undefined, { what: 'the network to fail' })
    await page.reload()
    expect(await first).toBe('gone with its page')
    await eventually(() => !line.isDown || undefined, { what: 'the network to come back' })
    const { release, wentOnAt, forgotten } = await deliver(page, key)
    expect(Math.max(...Object.values(wentOnAt))).toBeGreaterThanOrEqual(1024 ** 2)
    expect(forgotten).toBe(true)
    await expectDelivered(hub, key, { release, files })
    await page.close()
  })
})

interface Delivery {
  readonly release: unknown
  /** File name -> bytes that the hub already had when it began or continued. */
  readonly wentOnAt: Readonly<Record<string, number>>
  /** Nothing is left in `localStorage`. */
  readonly forgotten: boolean
}
