import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { eventually } from '../../../server/test/harness/eventually.ts'

/** What axe finds against WCAG 2.2 A and AA, one line for each place. */
export const findAccessProblems = (page: Page): Promise<string[]> =>
  analyse(page, (axe) => axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']))

/** The rules that look at colours; another theme changes nothing else. */
const findColourProblems = (page: Page): Promise<string[]> =>
  analyse(page, (axe) => axe.withRules(['color-contrast', 'link-in-text-block']))

async function analyse(page: Page, choose: (axe: AxeBuilder) => AxeBuilder): Promise<string[]> {
  // It is half a megabyte, and stays until the page is left.
  const isThere = await page.evaluate('typeof axe === "object"')
  const axe = new AxeBuilder({ page, ...(isThere === true && { axeSource: 'void 0' }) })
  // Otherwise it describes every element that is fine, too.
  axe.options({ resultTypes: ['violations'] })
  // The pages have no frames, so no separate window is needed to combine results.
  const { violations } = await choose(axe).setLegacyMode().analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, html }) => `${id} at ${target.join(' ')}: ${html}`))
}

/** How far the page is wider than its window, in pixels. */
export const findOverflow = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - window.innerWidth')

/** The page has everything it requested. The stream of events stays open, so the network is never idle. */
export async function waitUntilLoaded(page: Page): Promise<void> {
  await page.locator('main :is(h1, h2)').first().waitFor()
  await page.waitForSelector('.skeleton', { state: 'detached' })
}

const desk = { width: 1280, height: 860 }
/** As wide as WCAG 1.4.10 requires, and half a desk: what is left of one when everything is twice as large. */
const narrow = { width: 320, height: 800 }
const enlarged = { width: 640, height: 430 }

/** What can be objected to in a page that is loaded: on a desk in both themes, on the narrowest phone, and enlarged. */
export async function inspect(page: Page, what = new URL(page.url()).pathname): Promise<string[]> {
  const problems: string[] = []
  const add = (look: string, found: readonly string[]): void => {
    problems.push(...found.map((problem) => `${what}, ${look}: ${problem}`))
  }
  await showTheme(page, 'light')
  add('light', await findAccessProblems(page))
  await showTheme(page, 'dark')
  add('dark', await findColourProblems(page))
  await showTheme(page, 'light')
  await page.setViewportSize(enlarged)
  add('twice as large', await findWidth(page))
  await page.setViewportSize(narrow)
  add('narrow', await findWidth(page))
  // What axe reads there is the same in every browser, and takes as long as all the rest.
  if (isChromium(page)) add('narrow', await findAccessProblems(page))
  await page.setViewportSize(desk)
  return problems
}

const isChromium = (page: Page): boolean => page.context().browser()?.browserType().name() === 'chromium'

/** As the switch of the person's menu does it; what fades has its colour afterwards. */
async function showTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`)
  await page.evaluate(
    'Promise.allSettled(document.getAnimations().filter((one) => one instanceof CSSTransition).map(({ finished }) => finished))',
  )
}

/** What is drawn in the pixels there are is drawn again a moment after they changed. */
async function findWidth(page: Page): Promise<string[]> {
  const fits = async (): Promise<boolean> => (await findOverflow(page)) <= 0
  const isFitting = await eventually(fits, { what: 'the page to fit', timeoutMs: 60_000 }).catch(() => false)
  return isFitting ? [] : [`is ${await findOverflow(page)} pixels too wide`]
}
