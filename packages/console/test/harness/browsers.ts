import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  firefox,
  type Locator,
  type Page,
} from 'playwright-core'
import { isMissing } from '../../../server/test/harness/programs.ts'

/** The browsers of Debian, as people have them: Chromium by its own protocol, Firefox ESR by WebDriver BiDi. */

export type Engine = 'chromium' | 'firefox-esr'

export const engines: readonly Engine[] = ['chromium', 'firefox-esr']

export const isEngineMissing = (engine: Engine): boolean => isMissing(engine)

/** `prefers-color-scheme` is a preference of Firefox; what Chromium is told by its protocol this one does not take. */
const darkPreference = { 'layout.css.prefers-color-scheme.content-override': 0 }

export function launch(engine: Engine, { isDark = false } = {}): Promise<Browser> {
  if (engine === 'chromium')
    return chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] })
  return firefox.launch({
    channel: 'moz-firefox',
    executablePath: '/usr/bin/firefox-esr',
    ...(isDark && { firefoxUserPrefs: darkPreference }),
  })
}

export interface WatchedPage {
  readonly page: Page
  readonly context: BrowserContext
  /** What nobody should ever see: errors on the console, refusals of the policy, exceptions, requests to elsewhere. */
  readonly faults: string[]
}

/** By the keyboard, as people do: what a driver writes into a field of Firefox does not reach the page's own listeners. */
export async function typeInto(field: Locator, text: string): Promise<void> {
  await field.click()
  await field.press('ControlOrMeta+a')
  await field.pressSequentially(text)
}

/** A person's browser at a hub, that writes down everything that goes wrong in it. */
export async function openPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1280, height: 860 }, ...options })
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

/** Browsers log each answer that is no success; the console expects some of them and shows them. */
const isRefusal = (text: string): boolean => /status of 4\d\d/.test(text)
