import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** What axe finds against WCAG 2.2 A and AA, one line for each place. */
export async function findAccessProblems(page: Page): Promise<string[]> {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
  const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, html }) => `${id} at ${target.join(' ')}: ${html}`))
}

/** How far the page is wider than its window, in pixels. */
export const findOverflow = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - window.innerWidth')

/** The page has what it asked for. The stream of events stays open, so the network is never idle. */
export async function waitUntilLoaded(page: Page): Promise<void> {
  await page.locator('main :is(h1, h2)').first().waitFor()
  await page.waitForSelector('.skeleton', { state: 'detached' })
}
