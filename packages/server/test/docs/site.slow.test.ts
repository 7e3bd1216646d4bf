import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount } from '../harness/accounts.ts'
import { atEnd } from '../harness/cleanup.ts'
import { eventually } from '../harness/eventually.ts'
import { freePort, startTestHub, type TestHub } from '../harness/hub.ts'
import { createLiveRelease, takeDown } from '../harness/live-releases.ts'
import { isMissing } from '../harness/programs.ts'
import { tokenOfSiteA } from '../harness/shared-property-hub.ts'
import { storeReadyFile } from '../harness/stored-files.ts'
import { coverJpeg, shortMaster } from '../harness/submittable.ts'

/** The site of docs/sites.md, as a reader would run it. */

const page = fileURLToPath(new URL('../../../../docs/sites.md', import.meta.url))
const executablePath = '/usr/bin/chromium'

describe('the site in the documentation', () => {
  let hub: TestHub
  let site: string
  let offered: Awaited<ReturnType<typeof offerRelease>>
  beforeAll(async () => {
    hub = await startTestHub({ role: 'api', environment: { SPINDLE_INTEGRATION_TOKENS: `site-a=${tokenOfSiteA}` } })
    offered = await offerRelease(hub)
    // Another site than that of the hub: cookies and resource policies go by the host.
    const port = await freePort()
    site = `http://localhost:${port}/`
    await startSite({ PORT: String(port), HUB_URL: hub.url, RELEASE_ID: offered.releaseId })
    await eventually(() => fetch(site).then(Boolean, () => false), { what: 'the site to listen' })
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
    /** Each time in a new document: an old one plays again what it holds in memory. */
    const play = async () => {
      const other = await context.newPage()
      return other.evaluate(
        (src) =>
          new Promise<string>((resolve) => {
            const audio = new Audio(src)
            audio.addEventListener('loadedmetadata', () => resolve(`${audio.duration} s`))
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

/** A release at site-a with a cover and a master that a browser can show and play. */
async function offerRelease(hub: TestHub) {
  const account = await createTestAccount(hub)
  const { accountId } = account
  const stored = { accountId, key: await account.key(['music:write']) }
  const coverUploadId = await storeReadyFile(hub, stored, await coverJpeg(640), { contentType: 'image/jpeg' })
  const uploadId = await storeReadyFile(hub, stored, shortMaster(1))
  const { releaseId } = await createLiveRelease(hub, {
    accountId,
    properties: ['site-a'],
    document: { coverUploadId },
  })
  await hub.opened.database
    .tenant(accountId)
    .execute('update delivery_tracks set upload_id = $2 where account_id = $1', [uploadId])
  return { accountId, releaseId }
}

async function startSite(environment: Record<string, string>): Promise<void> {
  const [, code = ''] = /^```js\n([\s\S]*?)^```$/m.exec(await readFile(page, 'utf8')) ?? []
  const folder = await mkdtemp(join(tmpdir(), 'spindle-site-'))
  await writeFile(join(folder, 'site.mjs'), code)
  const { PATH, TMPDIR } = process.env
  const child = spawn(process.execPath, [join(folder, 'site.mjs')], {
    env: { PATH, TMPDIR, INTEGRATION_TOKEN: tokenOfSiteA, ...environment },
    stdio: 'ignore',
  })
  const ended = new Promise((resolve) => child.once('close', resolve))
  atEnd(async () => {
    child.kill()
    await ended
    await rm(folder, { recursive: true, force: true })
  })
}
