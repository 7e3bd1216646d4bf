import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { atEnd } from '../harness/cleanup.ts'
import { takeDown } from '../harness/live-releases.ts'
import { offerPlayableRelease } from '../harness/playable-release.ts'
import { isMissing } from '../harness/programs.ts'
import { startSite } from '../harness/running-site.ts'
import { tokenOfSiteA } from '../harness/shared-property-hub.ts'
import { startSigningHub } from '../harness/signing-hub.ts'

/** The site in examples/site, in a browser. */

const script = fileURLToPath(new URL('../../../../examples/site/server.mjs', import.meta.url))
const executablePath = '/usr/bin/chromium'

describe.skipIf(isMissing('chromium'))('the example of a site', () => {
  it('shows cover and tracks, plays them, renews addresses that have ended, and drops a release that is taken down', async () => {
    const { hub, time } = await startSigningHub()
    const offered = await offerPlayableRelease(hub)
    const site = await startSite(script, hub, offered.releaseId)
    const browser = await chromium.launch({ executablePath, headless: true, args: ['--no-sandbox', '--disable-gpu'] })
    atEnd(() => browser.close())
    const tab = await browser.newPage()
    const seen: string[] = []
    tab.on('response', async (response) => {
      seen.push(`${response.status()} ${new URL(response.url()).pathname.split('/').slice(0, 4).join('/')}`)
    })
    await tab.goto(site)
    await tab.waitForSelector('audio')
    await tab.waitForFunction(() => document.querySelector('img')?.naturalWidth === 640)
    expect(await tab.textContent('h1')).toBe('Night Drive')
    expect(await tab.textContent('li')).toBe('Intro')
    expect(await (await fetch(`${site}release.json`)).text()).not.toContain(tokenOfSiteA)

    time.nowMs += 15 * 60_000
    await tab.evaluate(() => document.querySelector('audio')?.load())
    await tab.evaluate(() => {
      const player = document.querySelector('audio')
      if (player) player.preload = 'auto'
    })
    await tab.waitForFunction(() => document.querySelector('audio')?.duration === 4)
    // Once for the page, and once for the address that had ended.
    expect(seen.filter((answer) => answer === '200 /release.json')).toHaveLength(2)
    expect(seen).toContain('206 /api/signed/tracks')

    // The page is not loaded again.
    await tab.evaluate(() => Object.assign(window, { isSame: true }))
    await takeDown(hub, { ...offered, property: 'site-a' })
    await tab.waitForFunction(() => document.querySelector('audio') === null)
    expect(await tab.textContent('p')).toBe('This release is not available any more.')
    expect(await tab.evaluate(() => 'isSame' in window)).toBe(true)
    expect(await tab.isHidden('img')).toBe(true)
  })
})
