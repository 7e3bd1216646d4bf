import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { atEnd } from '../../../server/test/harness/cleanup.ts'
import { findContrast } from '../../../server/test/harness/contrast.ts'
import { inspect, waitUntilLoaded } from '../harness/axe.ts'
import { isEngineMissing, launch, openPage, signIn, usualEngines } from '../harness/browsers.ts'
import { type FullHub, openFullHub } from '../harness/full-hub.ts'

/**
 * Every page as people with other eyes, hands and screens meet it: with assistive technology, in both themes, on 320
 * pixels, twice as large, with the colours of their system, without motion. One hub, one walk in each browser.
 */

let full: FullHub
beforeAll(async () => {
  if (!usualEngines.every(isEngineMissing)) full = await openFullHub()
}, 300_000)

/** Of an account, with something on each of them. */
const accountPages = ({ accountId, draftId, liveId }: FullHub): string[] =>
  [
    '',
    '/catalog',
    '/catalog?view=covers',
    '/deliver',
    ...['files', 'release', 'tracks', 'review'].map((step) => `/releases/${draftId}/edit/${step}`),
    `/releases/${draftId}`,
    `/releases/${liveId}`,
    '/recordings',
    '/imports',
    '/transfers',
    '/transfers/new',
    '/jobs',
    '/artists',
    '/artists/new',
    '/labels',
    '/labels/new',
    '/stores',
    '/trash',
    '/analytics?by=track',
    '/reports',
    '/reports/new',
    '/keys',
    '/webhooks',
    '/connections',
    '/exports',
    '/defaults',
    '/team',
    '/activity',
    '/you',
    '/nowhere',
  ].map((path) => `/console/a/${accountId}${path}`)

const operatorPages = ({ waitingId }: FullHub): string[] =>
  [
    'reviews',
    `reviews/${waitingId}`,
    'inbox',
    'properties',
    'stores',
    'stores/new',
    'stores/far/settings',
    'accounts',
    'people',
    'system',
  ].map((path) => `/console/operator/${path}`)

describe.each(usualEngines)('every page in %s', (engine) => {
  describe.skipIf(isEngineMissing(engine))('with a person at it', () => {
    let browser: Browser
    let page: Page
    let faults: readonly string[]
    beforeAll(async () => {
      browser = await launch(engine)
      atEnd(() => browser.close())
      ;({ page, faults } = await openPage(browser, full.hub.url))
    })

    const walk = async (paths: readonly string[]): Promise<string[]> => {
      const problems: string[] = []
      for (const path of paths) {
        await page.goto(path)
        await waitUntilLoaded(page)
        await page.evaluate("for (const one of document.querySelectorAll('main details')) one.open = true")
        problems.push(...(await inspect(page, path)))
      }
      return problems
    }

    it('has no accessibility violations before anyone has signed in', async () => {
      expect(await walk(['/console/sign-in', full.invitation, '/console/nowhere'])).toEqual([])
      expect(faults).toEqual([])
    })

    it('gives nothing to object to in an account', { timeout: 240_000 }, async () => {
      await page.goto('/console/sign-in')
      await signIn(page, full.person.email)
      await page.getByRole('heading', { name: /, Mia Blue$/ }).waitFor()
      expect(await walk(accountPages(full))).toEqual([])
      expect(faults).toEqual([])
    })

    it('has no accessibility violations on the page of consent and the operator’s pages', {
      timeout: 240_000,
    }, async () => {
      expect(await walk([await full.programAsks(), ...operatorPages(full)])).toEqual([])
      expect(faults).toEqual([])
    })
  })
})

describe.skipIf(isEngineMissing('chromium'))('a page with the colours of the system', () => {
  let page: Page
  beforeAll(async () => {
    const browser = await launch('chromium')
    atEnd(() => browser.close())
    ;({ page } = await openPage(browser, full.hub.url, { forcedColors: 'active' }))
    await page.goto('/console/sign-in')
    await signIn(page, full.person.email)
    await page.getByRole('heading', { name: /, Mia Blue$/ }).waitFor()
  })

  const hide = "(one) => { one.style.visibility = 'hidden' }"
  /** Elements that show something by their shape, and the change that removes it. */
  const meanings = (): readonly (readonly [path: string, what: string, change: string])[] => {
    const own = `/console/a/${full.accountId}`
    return [
      [own, '.nav-link[aria-current]', "(one) => one.removeAttribute('aria-current')"],
      [own, '.nav-link[aria-current]', '(one) => one.focus()'],
      [own, '.nav-link[aria-current] .icon', hide],
      [own, '.spark', hide],
      [`${own}/catalog`, 'tbody .chip', hide],
      [`${own}/catalog`, '.switch > [aria-pressed="true"]', "(one) => one.setAttribute('aria-pressed', 'false')"],
      [`${own}/releases/${full.draftId}`, '.waveform', hide],
      [`${own}/releases/${full.draftId}`, '.play > svg', hide],
      [`${own}/releases/${full.draftId}`, '[data-step="current"] > .timeline-dot', step('ahead')],
      [`${own}/releases/${full.liveId}`, '[data-step="done"] > .timeline-dot', step('ahead')],
      [`${own}/releases/${full.liveId}`, '[data-step="done"] > .timeline-dot', step('current')],
      [`${own}/analytics`, '.chart-line', hide],
      [`${own}/analytics`, '.chart-before', hide],
      [`${own}/analytics`, '.bar-share', hide],
      [`${own}/deliver`, '.step-link[aria-current]', "(one) => one.removeAttribute('aria-current')"],
      [`${own}/deliver`, '.drop', "(one) => { one.dataset.over = '' }"],
      [`/console/operator/reviews/${full.waitingId}`, '.queue-row[data-open]', '(one) => { delete one.dataset.open }'],
    ]
  }
  const step = (name: string): string => `(one) => { one.parentElement.dataset.step = '${name}' }`

  it('still shows what its shapes mean', { timeout: 240_000 }, async () => {
    const lost: string[] = []
    for (const [path, what, change] of meanings()) {
      await page.goto(path)
      await waitUntilLoaded(page)
      const contrast = await contrastOf(what, change)
      if (contrast < 3) lost.push(`${what} on ${path}: ${contrast.toFixed(2)}`)
    }
    expect(lost).toEqual([])
  })

  it('still shows how far an upload is', async () => {
    await page.evaluate(`
      const bar = Object.assign(document.createElement('progress'), { max: 100, value: 60 })
      document.querySelector('main').prepend(bar)
    `)
    expect(await contrastOf('progress', '(one) => { one.value = 20 }')).toBeGreaterThanOrEqual(3)
  })

  async function contrastOf(what: string, change: string): Promise<number> {
    const element = page.locator(what).first()
    await element.scrollIntoViewIfNeeded()
    const box = await element.boundingBox()
    if (!box) throw new Error(`${what} is not shown`)
    const around = {
      x: Math.max(0, box.x - 6),
      y: Math.max(0, box.y - 6),
      width: box.width + 12,
      height: box.height + 12,
    }
    const before = await page.screenshot({ clip: around })
    await page.evaluate(`(${change})(document.querySelector(${JSON.stringify(what)}))`)
    return findContrast(before, await page.screenshot({ clip: around }))
  }
})

describe.skipIf(isEngineMissing('chromium'))('a page with reduced motion', () => {
  /** How many elements are animated or will be when they change, with every button busy. */
  const countMoving = async (reducedMotion: 'reduce' | 'no-preference'): Promise<number> => {
    const browser = await launch('chromium')
    const { page } = await openPage(browser, full.hub.url, { reducedMotion })
    await page.goto('/console/sign-in')
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    const moving = await page.evaluate<number>(`
      for (const one of document.querySelectorAll('.button')) one.dataset.busy = ''
      document.getAnimations().filter(({ effect }) => effect.getComputedTiming().duration > 0).length +
        [...document.querySelectorAll('*')].filter((one) => /[1-9]/.test(getComputedStyle(one).transitionDuration)).length
    `)
    await browser.close()
    return moving
  }

  it('has no animation, even while busy', async () => {
    expect(await countMoving('no-preference')).toBeGreaterThan(1)
    expect(await countMoving('reduce')).toBe(0)
  })
})
