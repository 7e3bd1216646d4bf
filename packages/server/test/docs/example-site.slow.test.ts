import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { getPacked } from '../../../client/test/harness/install.ts'
import { findAccessProblems, findOverflow } from '../../../console/test/harness/axe.ts'
import { engines, isEngineMissing, launch } from '../../../console/test/harness/browsers.ts'
import { atEnd } from '../harness/cleanup.ts'
import type { TestHub } from '../harness/hub.ts'
import { takeDown } from '../harness/live-releases.ts'
import { offerMasters } from '../harness/playable-release.ts'
import { foldPlays } from '../harness/plays.ts'
import { startSite } from '../harness/running-site.ts'
import { tokenOfSiteA } from '../harness/shared-property-hub.ts'
import { startSigningHub } from '../harness/signing-hub.ts'
import { masterWav, shortMaster } from '../harness/submittable.ts'

/** The site in examples/site with the packed player, in browsers. Its first track lasts four seconds, so a play is short. */

const path = (name: string) => fileURLToPath(new URL(`../../../../${name}`, import.meta.url))

describe.each(engines)('the example of a site in %s', (engine) => {
  describe.skipIf(isEngineMissing(engine))('with a visitor', () => {
    let hub: TestHub
    let time: { nowMs: number }
    let offered: Awaited<ReturnType<typeof offerMasters>>
    let site: string
    let tab: Page
    const seen: string[] = []

    beforeAll(async () => {
      ;({ hub, time } = await startSigningHub())
      // Browsers report plays with their own clock.
      time.nowMs = Date.now()
      offered = await offerMasters(hub, [
        { title: 'Intro', bytes: shortMaster(1), durationMs: 4_000 },
        { title: 'Harbour', bytes: masterWav(2), durationMs: 31_000 },
      ])
      const { folder } = await getPacked('player')
      site = await startSite(path('examples/site/server.mjs'), hub, { PLAYER: join(folder, 'dist/index.js') })
      const browser = await launch(engine)
      atEnd(() => browser.close())
      tab = await (await browser.newContext()).newPage()
      tab.on('response', (response) => {
        seen.push(`${response.status()} ${new URL(response.url()).pathname.split('/').slice(0, 4).join('/')}`)
      })
    }, 300_000)

    const button = (name: string) => tab.getByRole('button', { name, exact: true })
    const harbour = { name: 'Play Harbour' }
    const audio = () =>
      tab.locator('audio').evaluate((node) => {
        const { paused, currentTime } = node as HTMLAudioElement
        return { paused, currentTime, src: node.getAttribute('src') }
      })

    it('lists releases, and shows one with its cover and tracks, without the token', async () => {
      await tab.goto(site)
      await tab.getByRole('link', { name: 'Night Drive' }).click()
      await tab.getByRole('button', harbour).waitFor()
      await tab.waitForFunction(
        'document.querySelector("spindle-player").shadowRoot.querySelector("img").naturalWidth === 640',
      )
      expect(await tab.title()).toBe('Night Drive')
      expect(await (await fetch(`${site}releases/${offered.releaseId}`)).text()).not.toContain(tokenOfSiteA)
      expect(await findAccessProblems(tab)).toEqual([])
      await tab.setViewportSize({ width: 320, height: 700 })
      expect(await findOverflow(tab)).toBe(0)
    })

    it('plays, renews addresses that have ended, and counts one play', async () => {
      time.nowMs += 15 * 60_000
      // Firefox gives up on a machine without a sound card, unless a stream takes what it plays.
      if (engine === 'firefox-esr')
        await tab.locator('audio').evaluate((node) => {
          ;(node as unknown as { mozCaptureStream(): void }).mozCaptureStream()
        })
      await button('Play').press('Enter')
      await button('Pause').waitFor()
      // The first track is over when the second one plays.
      await expect.poll(async () => (await tab.textContent('.now')) ?? '').toBe('Harbour')
      // Once for the page, and once for the address that had ended.
      expect(seen.filter((answer) => answer === `200 /releases/${offered.releaseId}`).length).toBeGreaterThan(1)
      await expect.poll(() => seen.filter((answer) => answer === '204 /plays').length).toBe(1)
      await expect.poll(async () => (await audio()).currentTime).toBeGreaterThan(0)
      expect(await countStreams(hub, offered)).toBe(1)
    })

    it('serves the page of the documentation, too', async () => {
      const [, page = ''] = /^```html\n([\s\S]*?)^```$/m.exec(await readFile(path('docs/sites.md'), 'utf8')) ?? []
      const other = await tab.context().newPage()
      await other.route(`${site}album`, (route) =>
        route.fulfill({ contentType: 'text/html', body: page.replace('RELEASE_ID', offered.releaseId) }),
      )
      await other.goto(`${site}album`)
      await other.getByRole('button', harbour).waitFor()
      await other.close()
    })

    it('stops at a takedown, and says why, without another page', async () => {
      await tab.evaluate('window.isSame = true')
      await takeDown(hub, { ...offered, property: 'site-a' })
      await tab.getByText('This release is not available any more.').waitFor()
      expect(await audio()).toMatchObject({ paused: true, src: null })
      expect(await tab.getByRole('button').count()).toBe(0)
      expect(await tab.evaluate('window.isSame')).toBe(true)
    })
  })
})

/** As the account sees them: yesterday and today, because the test may run at midnight. */
async function countStreams(hub: TestHub, { account }: Awaited<ReturnType<typeof offerMasters>>): Promise<unknown> {
  await foldPlays(hub)
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  const query = `from=${day(1)}&to=${day(0)}&granularity=total&metrics=streams`
  const key = await account.key(['analytics:read'])
  const { body } = await hub.json('GET', `/api/v1/music-distributor/analytics?${query}`, { key })
  return body.totals.streams
}
