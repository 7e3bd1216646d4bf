import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  firefox,
  type Locator,
  type Page,
} from 'playwright-core'
import { goodPassword } from '../../../server/test/harness/people.ts'
import { isMissing } from '../../../server/test/harness/programs.ts'

/** The browsers of Debian, as people have them: Chromium by its own protocol, Firefox ESR by WebDriver BiDi. */

export type Engine = 'chromium' | 'firefox-esr'

export const engines: readonly Engine[] = ['chromium', 'firefox-esr']

/**
 * For flows in which only the console decides what happens. Those in which browsers differ (files, sound, cookies of
 * other sites, redirects) run in both; `SPINDLE_TEST_BROWSERS=all` runs every flow in both.
 */
export const usualEngines: readonly Engine[] = process.env.SPINDLE_TEST_BROWSERS === 'all' ? engines : ['chromium']

export const isEngineMissing = (engine: Engine): boolean => isMissing(engine)

/**
 * Host names of hubs that lead to this machine but are not its own names: one behind a proxy, one in a local network.
 */
const hubNames = ['music.test', 'nas.test']

/** `prefers-color-scheme` is a preference of Firefox; it does not support the protocol command of Chromium. */
const darkPreference = { 'layout.css.prefers-color-scheme.content-override': 0 }

/** Without a locale of UTF-8, Chromium does not find files whose names have other letters than ASCII. */
const env = { ...process.env, LC_ALL: 'C.UTF-8' }

export function launch(engine: Engine, { isDark = false } = {}): Promise<Browser> {
  if (engine === 'chromium') {
    const rules = hubNames.map((name) => `MAP ${name} 127.0.0.1`).join(', ')
    const args = ['--no-sandbox', '--disable-gpu', `--host-resolver-rules=${rules}`]
    return chromium.launch({ executablePath: '/usr/bin/chromium', args, env })
  }
  return firefox.launch({
    env,
    channel: 'moz-firefox',
    executablePath: '/usr/bin/firefox-esr',
    firefoxUserPrefs: { 'network.dns.localDomains': hubNames.join(','), ...(isDark && darkPreference) },
  })
}

export interface WatchedPage {
  readonly page: Page
  readonly context: BrowserContext
  /** What must never happen: errors on the console, refusals of the policy, exceptions, requests to elsewhere. */
  readonly faults: string[]
}

/** By the keyboard, as people do: what a driver writes into a field of Firefox does not reach the page's own listeners. */
export async function typeInto(field: Locator, text: string): Promise<void> {
  await field.click()
  await field.press('ControlOrMeta+a')
  await field.pressSequentially(text)
}

/**
 * Searches for `night`, and is signed out before the last key: the dialog takes the keyboard focus when it opens.
 */
export async function searchUntilSignedOut(page: Page, context: BrowserContext): Promise<void> {
  const field = page.getByLabel('Search')
  const answered = page.waitForResponse((response) => new URL(response.url()).searchParams.get('query') === 'nigh')
  await typeInto(field, 'nigh')
  await answered
  await context.clearCookies()
  await field.press('t')
}

/** In the form that is open. */
export async function signIn(page: Page, email: string, password = goodPassword): Promise<void> {
  await typeInto(page.getByLabel('Email address'), email)
  await typeInto(page.getByLabel('Password', { exact: true }), password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** A person's browser at a hub, which records everything that goes wrong in it. */
export async function openPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1280, height: 860 }, ...options })
  // Not every browser writes all of them to the console.
  await context.addInitScript(
    "addEventListener('securitypolicyviolation', (one) => console.error('policy', one.violatedDirective, one.blockedURI))",
  )
  context.setDefaultTimeout(90_000)
  const page = await context.newPage()
  const faults: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !isRefusal(message.text())) faults.push(message.text())
  })
  page.on('pageerror', (error) => faults.push(`thrown: ${error.message}`))
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !/^(blob|data):/.test(request.url())) faults.push(`asked ${request.url()}`)
  })
  return { page, context, faults }
}

/** Browsers log each response that is not a success; the console expects some of them and shows them. */
const isRefusal = (text: string): boolean => /status of 4\d\d/.test(text)
