import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, type BrowserContextOptions, chromium, type Page, type Request } from 'playwright-core'
import type { Bench } from '../harness/bench.ts'
import { password } from '../harness/person.ts'
import type { Report, Series, Verdict } from '../harness/report.ts'
import { median } from '../harness/statistics.ts'
import type { ConsoleHub } from './console.ts'

/** What is measured in a browser: Debian's Chromium, as the tests use it. */

type SignedIn = NonNullable<BrowserContextOptions['storageState']>

/** 4G as WebPageTest defines it, and a processor four times as slow. */
const fourthGeneration = {
  offline: false,
  latency: 170,
  downloadThroughput: 9_000_000 / 8,
  uploadThroughput: 9_000_000 / 8,
}
const processorSlowdown = 4

const executablePath = '/usr/bin/chromium'
const viewport = { width: 1280, height: 860 }

export async function measureBrowser(bench: Bench, label: ConsoleHub): Promise<Report> {
  if (!existsSync(executablePath)) throw new Error('chromium is not installed (Debian package: chromium)')
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  bench.scratch.onClose(() => browser.close())
  const storageState = await signIn(browser, label)
  const parts = [
    await measureFiles(browser, label, storageState),
    await measurePaint(bench, browser, { label, storageState }),
    await countRequests(browser, label, storageState),
    await measureEvents(bench, browser, { label, storageState }),
  ]
  await browser.close()
  return {
    series: parts.flatMap(({ series }) => series),
    verdicts: parts.flatMap(({ verdicts }) => verdicts),
    notes: parts.flatMap(({ notes }) => notes),
  }
}

async function signIn(browser: Browser, { hub, person }: ConsoleHub): Promise<SignedIn> {
  const context = await browser.newContext({ viewport })
  const page = await context.newPage()
  await page.goto(`${hub.url}/console/sign-in`)
  await page.getByLabel('Mail address').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: /, Mia Blue$/ }).waitFor()
  const state = await context.storageState()
  await context.close()
  return state
}

/** The page has everything it requested; the stream of events stays open. */
async function untilLoaded(page: Page): Promise<void> {
  await page.locator('main :is(h1, h2)').first().waitFor()
  await page.waitForSelector('.skeleton', { state: 'detached' })
}

const kilobyte = 1_000

/** What the hub sends, compressed with gzip: of the first load, and what some pages bring along. */
async function measureFiles(browser: Browser, { hub, accountId }: ConsoleHub, storageState: SignedIn): Promise<Report> {
  const filesOf = async (path: string): Promise<string[]> => {
    const context = await browser.newContext({ storageState, viewport })
    const page = await context.newPage()
    const files = new Set<string>()
    page.on('request', (request) => /\/console\/\S+\.(js|css)$/.test(request.url()) && files.add(request.url()))
    await page.goto(`${hub.url}/console${path}`)
    await untilLoaded(page)
    await context.close()
    return [...files]
  }
  const sizeOf = async (files: readonly string[], kind: string): Promise<number> => {
    let bytes = 0
    for (const file of files.filter((one) => one.endsWith(kind))) {
      const response = await fetch(file, { headers: { 'accept-encoding': 'gzip' } })
      await response.arrayBuffer()
      bytes += Number(response.headers.get('content-length'))
    }
    return bytes / kilobyte
  }
  const first = await filesOf('/sign-in')
  const home = await filesOf(`/a/${accountId}`)
  const beyond = async (path: string): Promise<number> => {
    const files = await filesOf(`/a/${accountId}${path}`)
    return sizeOf(
      files.filter((file) => !home.includes(file)),
      '.js',
    )
  }
  const verdict = (goal: string, value: number, atMost: number): Verdict => ({ goal, value, unit: 'kB', atMost })
  return {
    series: [],
    verdicts: [
      verdict('script of the first load', await sizeOf(first, '.js'), 150),
      verdict('styles of the first load', await sizeOf(first, '.css'), 15),
      verdict('script that Deliver adds', await beyond('/deliver'), 80),
      verdict('script that Analytics adds', await beyond('/analytics'), 15),
    ],
    notes: ['Sizes in kB of 1,000 bytes, as the hub sends them to a browser that takes gzip.'],
  }
}

interface Looking {
  readonly label: ConsoleHub
  readonly storageState: SignedIn
}

/** The largest contentful paint with an empty cache, on a slow machine at the end of a slow line. */
async function measurePaint(bench: Bench, browser: Browser, { label, storageState }: Looking): Promise<Report> {
  const own = `${label.hub.url}/console/a/${label.accountId}`
  const pages = [
    { name: 'Sign in', url: `${label.hub.url}/console/sign-in`, options: { viewport } },
    { name: 'Home', url: own, options: { viewport, storageState } },
    { name: 'Catalog', url: `${own}/catalog`, options: { viewport, storageState } },
    { name: 'Release', url: `${own}/releases/${label.releaseId}`, options: { viewport, storageState } },
  ]
  const series: Series[] = []
  const verdicts: Verdict[] = []
  for (const { name, url, options } of pages) {
    const samples: number[] = []
    for (let round = 0; round < (bench.isQuick ? 2 : 7); round++) samples.push(await paintOf(browser, url, options))
    const goal = `${name}, largest paint`
    series.push({ name: goal, unit: 'ms', samples })
    verdicts.push({ goal, value: median(samples), unit: 'ms', atMost: 1_500 })
  }
  return {
    series,
    verdicts,
    notes: [
      `Largest contentful paint with an empty cache, the processor ${processorSlowdown} times as slow, ${fourthGeneration.latency} ms before each answer and 9 Mbit/s (Chromium's own emulation).`,
    ],
  }
}

async function paintOf(browser: Browser, url: string, options: BrowserContextOptions): Promise<number> {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const client = await context.newCDPSession(page)
  await client.send('Network.enable')
  await client.send('Network.emulateNetworkConditions', fourthGeneration)
  await client.send('Emulation.setCPUThrottlingRate', { rate: processorSlowdown })
  await page.goto(url)
  await untilLoaded(page)
  const paint = await page.evaluate<number>(`new Promise((resolve) =>
    new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime))
      .observe({ type: 'largest-contentful-paint', buffered: true }))`)
  await context.close()
  return paint
}

/** So many tenths of a second without a request under way, and a page has sent all its requests. */
const quietTurns = 5

/** The requests of each page, without those for the session and the facts of the hub. */
async function countRequests(browser: Browser, label: ConsoleHub, storageState: SignedIn): Promise<Report> {
  const pages: Readonly<Record<string, string>> = {
    Home: '',
    Catalog: '/catalog',
    Release: `/releases/${label.releaseId}`,
    Analytics: '/analytics',
    Keys: '/keys',
    Team: '/team',
    Activity: '/activity',
  }
  const verdicts: Verdict[] = []
  for (const [name, path] of Object.entries(pages)) {
    const context = await browser.newContext({ storageState, viewport })
    const page = await context.newPage()
    const asked: string[] = []
    let underway = 0
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.endsWith('/stream')) return
      underway++
      const isData = request.resourceType() === 'fetch' && /^\/console\/.*api\//.test(pathname)
      if (isData && !/\/(session|hub)$/.test(pathname)) asked.push(pathname.replace(/^.*?\/api\/(v1\/)?/, ''))
    })
    const end = (request: Request): void => {
      if (!request.url().endsWith('/stream')) underway--
    }
    page.on('requestfinished', end)
    page.on('requestfailed', end)
    await page.goto(`${label.hub.url}/console/a/${label.accountId}${path}`)
    await untilLoaded(page)
    for (let quiet = 0; quiet < quietTurns; quiet = underway === 0 ? quiet + 1 : 0) await sleep(100)
    await context.close()
    verdicts.push({ goal: `${name}, requests for its data`, value: asked.length, atMost: 2 })
  }
  return {
    series: [],
    verdicts,
    notes: ['Requests for data are counted beside those for the session and the hub.'],
  }
}

/** When the page showed it. The page records the time, so reading it later costs nothing. */
async function findShown(page: Page, title: string): Promise<number> {
  for (let asked = 0; asked < 1_000; asked++) {
    const at = await page.evaluate<number | undefined>(`shownAt[${JSON.stringify(title)}]`)
    if (at !== undefined) return at
    await sleep(20)
  }
  throw new Error('The page did not show the change')
}

/** From the answer to a program that changed a release to the moment a page shows it. */
async function measureEvents(bench: Bench, browser: Browser, { label, storageState }: Looking): Promise<Report> {
  const { hub, accountId, key, releaseId } = label
  const context = await browser.newContext({ storageState, viewport })
  const page = await context.newPage()
  const streaming = page.waitForResponse((response) => response.url().endsWith('/events/stream'))
  await page.goto(`${hub.url}/console/a/${accountId}/releases/${releaseId}`)
  await untilLoaded(page)
  await streaming
  await page.evaluate(`
    window.shownAt = {}
    new MutationObserver(() => {
      shownAt[document.querySelector('h1')?.textContent] ??= performance.timeOrigin + performance.now()
    }).observe(document, { subtree: true, childList: true, characterData: true })
  `)
  const samples: number[] = []
  for (let round = -2; round < (bench.isQuick ? 10 : 50); round++) {
    const title = `Night Drive ${round}`
    const response = await fetch(`${hub.url}/api/v1/music-distributor/releases/${releaseId}`, {
      method: 'PATCH',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ title }),
    })
    const changedAt = performance.timeOrigin + performance.now()
    await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`The release was not changed: ${response.status}`)
    const ms = (await findShown(page, title)) - changedAt
    // The event may reach the page before the program has read its response.
    if (round >= 0) samples.push(Math.max(0, ms))
  }
  await context.close()
  const slowest = Math.max(...samples)
  return {
    series: [{ name: 'a change, until a page shows it', unit: 'ms', samples }],
    verdicts: [{ goal: 'a change, until a page shows it, slowest', value: slowest, unit: 'ms', atMost: 500 }],
    notes: [],
  }
}
