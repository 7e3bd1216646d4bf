import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Upload } from '@spindle/client'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { atEnd } from '../../../server/test/harness/cleanup.ts'
import { freePort, startTestHub, type TestHub } from '../../../server/test/harness/hub.ts'
import { setUpOperator } from '../../../server/test/harness/people.ts'
import { masterWav } from '../../../server/test/harness/submittable.ts'
import { engines, isEngineMissing, launch, openPage, typeInto } from '../harness/browsers.ts'
import { ask, choose, newestRelease, sha256Of, signIn } from '../harness/delivering.ts'
import { lastingChromium } from '../harness/lasting-chromium.ts'
import { type Line, startLine } from '../harness/line.ts'

/** Deliveries over lines that break, in browsers that are killed, in several windows. Nothing is stubbed. */

/** More than the first part of an upload, less than the file. */
const inMidFile = 1_300_000

describe.each(engines)('a delivery in %s', (engine) => {
  describe.skipIf(isEngineMissing(engine))('over a line that can be cut', () => {
    let hub: TestHub
    let line: Line
    let publicUrl: string
    let browser: Browser
    let context: BrowserContext
    let page: Page
    let own: string
    let masters: readonly string[]

    beforeAll(async () => {
      const port = await freePort()
      line = await startLine(port)
      publicUrl = `http://127.0.0.1:${line.port}`
      hub = await startTestHub({ environment: { SPINDLE_PORT: String(port), SPINDLE_PUBLIC_URL: publicUrl } })
      await hub.hub.console.prepare()
      await setUpOperator(hub, 'mia@label.example')
      masters = await makeMasters(['Alpha', 'Beta', 'Gamma'])
      browser = await launch(engine)
      atEnd(() => browser.close())
      ;({ page, context } = await openPage(browser, publicUrl))
      own = await signIn(page, 'mia@label.example')
    }, 300_000)

    it('continues automatically after the connection was lost in the middle of a file', async () => {
      const offsets: number[] = []
      page.on('request', (request) => {
        if (request.method() === 'PATCH' && request.url().includes('/uploads/'))
          offsets.push(Number(request.headers()['upload-offset']))
      })
      await page.goto(`${own}/deliver`)
      const isHeld = line.holdAfter(inMidFile)
      await choose(page, masters.slice(0, 1))
      await isHeld
      line.cut()
      await page.getByText(/^Connection lost at /).waitFor()
      line.release()
      await page.getByText('1 file uploaded').waitFor()
      await page.getByText(/^Saved /).waitFor()
      expect(offsets.length).toBeGreaterThan(1)
      expect(offsets.filter((offset) => offset === 0).length).toBe(1)
      const [upload, ...others] = (await ask(page, own, 'GET', '/distributor/uploads')).body.data
      expect(others).toEqual([])
      expect(upload.sha256).toBe(await sha256Of(masters[0] ?? ''))
      await page.getByRole('button', { name: 'Start another delivery' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Start another delivery' }).click()
      await page.getByText(/^Drop a folder/).waitFor()
    })

    it.runIf(engine === 'chromium')(
      'continues where it stopped when the browser was killed in the middle of a file',
      {
        timeout: 240_000,
      },
      async () => {
        const [, , file = ''] = masters
        const lasting = await lastingChromium()
        const first = await lasting.start()
        const address = await signIn(first, 'mia@label.example', publicUrl)
        await first.goto(`${publicUrl}${address}/deliver`)
        const isHeld = line.holdAfter(inMidFile)
        await choose(first, [file])
        await isHeld
        // A browser writes down what pages store when it finds the time.
        await expect.poll(() => lasting.hasStored(/Gamma\.wav\|\d+\|.{1,20}upl_/s), { timeout: 150_000 }).toBe(true)
        await lasting.kill()
        // What the kernel would still send for it does not arrive.
        line.cut()
        line.release()
        const again = await lasting.start()
        const offsets: number[] = []
        again.on('request', (request) => {
          if (request.method() === 'PATCH' && request.url().includes('/uploads/'))
            offsets.push(Number(request.headers()['upload-offset']))
        })
        await signIn(again, 'mia@label.example', publicUrl)
        await again.goto(`${publicUrl}${address}/deliver`)
        await again.getByText('1 unfinished upload.', { exact: false }).waitFor()
        await choose(again, [file])
        await again.getByText('1 file uploaded').waitFor()
        await again.getByText(/^Saved /).waitFor()
        expect(offsets[0]).toBeGreaterThan(0)
        const uploads: Upload[] = (await ask(page, own, 'GET', '/distributor/uploads')).body.data
        const sent = uploads.filter(({ filename }) => filename === 'Gamma.wav')
        expect(sent.map(({ sha256 }) => sha256)).toEqual([await sha256Of(file)])
        await lasting.kill()
      },
    )

    it('sends a file once that is chosen in two windows, which show and save the same from then on', async () => {
      const uploads = (await ask(page, own, 'GET', '/distributor/uploads')).body.data.length
      const releases = (await ask(page, own, 'GET', '/music-distributor/releases')).body.data.length
      const other = await context.newPage()
      await other.goto(`${own}/deliver`)
      await other.getByText(/^Drop a folder/).waitFor()
      const isHeld = line.holdAfter(inMidFile)
      await Promise.all([page, other].map((one) => choose(one, masters.slice(1, 2))))
      await isHeld
      const waiting = [page, other].map((one) => one.getByText('Uploading in another window'))
      await expect.poll(async () => Promise.all(waiting.map((text) => text.count()))).toContain(1)
      line.release()
      for (const one of [page, other]) {
        await one.getByText('1 file uploaded').waitFor()
        await one.getByText(/^Saved /).waitFor()
      }
      expect((await ask(page, own, 'GET', '/distributor/uploads')).body.data.length).toBe(uploads + 1)
      expect((await ask(page, own, 'GET', '/music-distributor/releases')).body.data.length).toBe(releases + 1)
      for (const one of [page, other]) await one.getByRole('link', { name: '2 Release' }).click()
      const label = (one: Page) => one.getByRole('combobox', { name: 'Label', exact: true })
      const version = (one: Page) => one.getByLabel('Version', { exact: true })
      await Promise.all([typeInto(label(page), 'Blue Lamp'), typeInto(version(other), 'Live')])
      await expect.poll(() => label(other).inputValue()).toBe('Blue Lamp')
      await expect.poll(() => version(page).inputValue()).toBe('Live')
      for (const one of [page, other]) await one.getByText(/^Saved /).waitFor()
      const release = await newestRelease(page, own)
      expect(release).toMatchObject({ title: 'Beta', label: 'Blue Lamp', version: 'Live' })
      expect(release.tracks.length).toBe(1)
      for (const one of [page, other]) await expect.poll(() => one.getByRole('dialog').count()).toBe(0)
      await other.getByRole('button', { name: 'Start another delivery' }).click()
      await other.getByRole('dialog').getByRole('button', { name: 'Start another delivery' }).click()
      await page.getByText('This delivery was submitted or closed in another window.', { exact: false }).waitFor()
      await other.close()
    })
  })
})

async function makeMasters(names: readonly string[]): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'spindle-masters-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  return Promise.all(
    names.map(async (name, index) => {
      const path = join(folder, `${name}.wav`)
      await writeFile(path, masterWav(20 + index, 10))
      return path
    }),
  )
}
