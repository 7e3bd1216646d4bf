import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { type Browser, chromium } from 'playwright-core'
import { eventually } from '../../server/test/harness/eventually.ts'
import { waitUntilLoaded } from './harness/axe.ts'

/**
 * Pictures of every page as the demo shows it: `npm run screenshots [FOLDER]`, in both themes, as wide as a desk and as a
 * phone. Default folder: docs/screenshots.
 */

const root = resolve(import.meta.dirname, '../../..')
const password = 'seven quiet harbour lights'
/** Those below what is shown are not even requested. */
const areImagesHere =
  '[...document.images].every((one) => one.complete || one.getBoundingClientRect().top > window.innerHeight)'
const sizes = [
  { width: 1280, height: 860 },
  { width: 390, height: 844 },
] as const

interface Demo {
  readonly baseUrl: string
  readonly apiKey: string
  readonly accountId: string
  readonly releaseId: string
  readonly setupLink: string
}

const folder = resolve(process.argv[2] ?? join(root, 'docs/screenshots'))
const dataDir = await mkdtemp(join(tmpdir(), 'spindle-screenshots-'))
const hub = startDemo(await findFreePort())
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
try {
  await mkdir(folder, { recursive: true })
  await takeAll(browser, await readDemo())
} finally {
  await browser.close()
  hub.kill('SIGTERM')
  await new Promise((done) => hub.once('exit', done))
  await rm(dataDir, { recursive: true, force: true })
}

async function takeAll(opened: Browser, demo: Demo): Promise<void> {
  const own = `${demo.baseUrl}/console/a/${demo.accountId}`
  const pages = {
    home: own,
    catalog: `${own}/catalog`,
    deliver: `${own}/releases/${await findDraft(demo)}/edit`,
    release: `${own}/releases/${demo.releaseId}`,
    analytics: `${own}/analytics`,
    keys: `${own}/keys`,
    reviews: `${demo.baseUrl}/console/operator/reviews`,
  }
  const storageState = await setUp(opened, demo)
  for (const viewport of sizes)
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await opened.newContext({ viewport, colorScheme, storageState })
      const page = await context.newPage()
      const take = (name: string) =>
        page.screenshot({ path: join(folder, `${name}-${viewport.width}-${colorScheme}.png`) })
      for (const [name, address] of Object.entries(pages)) {
        await page.goto(address)
        await waitUntilLoaded(page)
        await eventually(() => page.evaluate<boolean>(areImagesHere), { what: 'the images' })
        await take(name)
      }
      await context.clearCookies()
      await page.goto(`${demo.baseUrl}/console/sign-in`)
      await waitUntilLoaded(page)
      await take('sign-in')
      await context.close()
    }
}

async function setUp(opened: Browser, demo: Demo) {
  const context = await opened.newContext()
  const page = await context.newPage()
  await page.goto(demo.setupLink)
  await page.getByLabel('Your name').fill('Mia Blue')
  await page.getByLabel('Email address').fill('mia@label.example')
  await page.getByLabel('A password', { exact: true }).check()
  await page.getByLabel('Choose a password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Open the console' }).click()
  await page.getByRole('heading', { name: /Mia Blue$/ }).waitFor()
  const state = await context.storageState()
  await context.close()
  return state
}

function startDemo(port: number): ChildProcessByStdio<null, Readable, null> {
  const child = spawn(process.execPath, [join(root, 'packages/server/bin/hub.mjs'), 'demo'], {
    cwd: '/',
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      TMPDIR: process.env.TMPDIR,
      SPINDLE_BUNDLE: 'off',
      SPINDLE_PORT: String(port),
      SPINDLE_DATA_DIR: dataDir,
      SPINDLE_PUBLIC_URL: `http://localhost:${port}`,
      SPINDLE_LOG_LEVEL: 'error',
    },
  })
  return child
}

/** The last thing the demo does is to fill its label. */
async function readDemo(): Promise<Demo> {
  for await (const line of createInterface({ input: hub.stdout })) {
    console.log(line)
    if (line.startsWith('✓ Filled the label'))
      return JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8')) as Demo
  }
  throw new Error('The demo ended before it was ready')
}

/** The draft of the demo that has findings to show. */
async function findDraft({ baseUrl, apiKey }: Demo): Promise<string> {
  const answer = await fetch(`${baseUrl}/api/v1/music-distributor/releases?status=draft`, {
    headers: { 'x-api-key': apiKey },
  })
  const { data } = (await answer.json()) as {
    readonly data: readonly { readonly id: string; readonly title: string }[]
  }
  const draft = data.find(({ title }) => title === 'Closing')
  if (!draft) throw new Error('The demo has no draft with findings')
  return draft.id
}

function findFreePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => done(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
