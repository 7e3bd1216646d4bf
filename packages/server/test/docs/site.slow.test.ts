import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { atEnd } from '../harness/cleanup.ts'
import { startTestHub, type TestHub } from '../harness/hub.ts'
import { takeDown } from '../harness/live-releases.ts'
import { offerPlayableRelease } from '../harness/playable-release.ts'
import { isMissing } from '../harness/programs.ts'
import { untilCompressed } from '../harness/renditions.ts'
import { startSite } from '../harness/running-site.ts'
import { tokenOfSiteA } from '../harness/shared-property-hub.ts'

/** The site of docs/sites.md, as a reader would run it. */

const page = fileURLToPath(new URL('../../../../docs/sites.md', import.meta.url))
const executablePath = '/usr/bin/chromium'

describe('the site in the documentation', () => {
  let hub: TestHub
  let site: string
  let offered: Awaited<ReturnType<typeof offerPlayableRelease>>
  beforeAll(async () => {
    hub = await startTestHub({ environment: { SPINDLE_INTEGRATION_TOKENS: `site-a=${tokenOfSiteA}` } })
    offered = await offerPlayableRelease(hub)
    await untilCompressed(hub, offered.releaseId)
    const [, code = ''] = /^```js\n([\s\S]*?)^```$/m.exec(await readFile(page, 'utf8')) ?? []
    const folder = await mkdtemp(join(tmpdir(), 'spindle-site-'))
    atEnd(() => rm(folder, { recursive: true, force: true }))
    await writeFile(join(folder, 'site.mjs'), code)
    site = await startSite(join(folder, 'site.mjs'), hub, { RELEASE_ID: offered.releaseId })
  }, 240_000)

  it('shows the release, and keeps the token to itself', async () => {
    const response = await fetch(site)
    const html = await response.text()
    expect(response.status).toBe(200)
    expect(html).toContain('<h1>Night Drive</h1>')
    expect(html).not.toContain(tokenOfSiteA)
    const addresses = Array.from(html.matchAll(/src="([^"]+)"/g), ([, url = '']) => url.replaceAll('&#38;', '&'))
    expect(addresses.map((url) => new URL(url).pathname.split('/').slice(0, 4).join('/'))).toEqual([
      '/api/signed/releases',
      '/api/signed/tracks',
    ])
  })

  it.skipIf(isMissing('chromium'))('plays in a browser until the release is taken down', async () => {
    const browser = await chromium.launch({ executablePath, headless: true, args: ['--no-sandbox', '--disable-gpu'] })
    atEnd(() => browser.close())
    const context = await browser.newContext()
    const tab = await context.newPage()
    await tab.goto(site)
    expect(await tab.evaluate(() => document.querySelector('img')?.naturalWidth)).toBe(640)
    const url = await tab.evaluate(() => document.querySelector('audio')?.src ?? '')
    expect(new URL(url).searchParams.get('format')).toBe('mp3')
    /** Each time in a new document: an old one plays again what it holds in memory. */
    const play = async () => {
      const other = await context.newPage()
      return other.evaluate(
        (src) =>
          new Promise<string>((resolve) => {
            const audio = new Audio(src)
            audio.addEventListener('loadedmetadata', () => resolve(`${Math.round(audio.duration)} s`))
            audio.addEventListener('error', () => resolve('refused'))
          }),
        url,
      )
    }
    expect(await play()).toBe('4 s')
    await takeDown(hub, { ...offered, property: 'site-a' })
    expect(await play()).toBe('refused')
  })
})
