import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { atEnd } from '../../../server/test/harness/cleanup.ts'
import { startTestHub, type TestHub } from '../../../server/test/harness/hub.ts'
import { setUpOperator } from '../../../server/test/harness/people.ts'
import { coverJpeg, masterWav } from '../../../server/test/harness/submittable.ts'
import { isEngineMissing, launch, openPage, usualEngines } from '../harness/browsers.ts'
import { signIn } from '../harness/delivering.ts'

/** A person who has no mouse delivers a release. Nothing is stubbed. */

describe.each(usualEngines)('a delivery only by keyboard in %s', (engine) => {
  describe.skipIf(isEngineMissing(engine))('at a real hub', () => {
    let hub: TestHub
    let browser: Browser
    let files: readonly string[]
    beforeAll(async () => {
      hub = await startTestHub({ environment: { SPINDLE_SANDBOX_OUTLET: 'on', SPINDLE_ISRC_PREFIX: 'ZZABC' } })
      await hub.hub.console.prepare()
      await setUpOperator(hub, 'mia@label.example')
      const folder = await mkdtemp(join(tmpdir(), 'spindle-masters-'))
      atEnd(() => rm(folder, { recursive: true, force: true }))
      files = [join(folder, 'Night Drive.wav'), join(folder, 'cover.jpg')]
      await writeFile(files[0] ?? '', masterWav(40, 5))
      await writeFile(files[1] ?? '', await coverJpeg())
      browser = await launch(engine)
      atEnd(() => browser.close())
    }, 300_000)

    it('goes from a choice of files to a submitted release', async () => {
      const { page, faults } = await openPage(browser, hub.url)
      await signIn(page, 'mia@label.example')
      await page.keyboard.press('n')
      await page.getByRole('heading', { name: 'Deliver a release' }).waitFor()
      const isAsked = page.waitForEvent('filechooser')
      await press(page, page.getByRole('button', { name: 'Choose files' }))
      await (await isAsked).setFiles([...files])
      await page.getByText('2 files uploaded').waitFor()
      await page.getByText(/^Saved /).waitFor()
      await press(page, page.getByRole('link', { name: 'Continue to Release' }))
      await writeRelease(page)
      await press(page, page.getByRole('link', { name: 'Continue to Tracks' }))
      await page.getByRole('heading', { name: '1 Night Drive' }).waitFor()
      await writeTrack(page)
      await page.keyboard.press('ControlOrMeta+Enter')
      await page.getByText(/^0 to fix/).waitFor()
      await expect.poll(() => page.getByRole('button', { name: 'Submit' }).isEnabled()).toBe(true)
      await press(page, page.getByRole('button', { name: 'Submit' }))
      const dialog = page.getByRole('dialog', { name: 'Submit this release?' })
      await dialog.waitFor()
      await press(page, dialog.getByRole('button', { name: 'Submit' }))
      await page.getByRole('region', { name: 'Outlets' }).waitFor()
      await page.getByRole('heading', { level: 1, name: 'Night Drive' }).waitFor()
      expect(faults).toEqual([])
    })
  })
})

async function writeRelease(page: Page): Promise<void> {
  const add = page.getByRole('button', { name: 'Add artist or credit' })
  const credit = (place: number) => page.getByRole('group', { name: `Artists and credits ${place}` })
  await press(page, add)
  await credit(1).getByLabel('Name', { exact: true }).and(focused(page)).waitFor()
  await page.keyboard.type('Ada')
  await press(page, add)
  await credit(2).getByLabel('Name', { exact: true }).and(focused(page)).waitFor()
  await page.keyboard.type('Ada Lovelace')
  await pick(page, credit(2).getByLabel('Role'), 'composer')
  await write(page, page.getByLabel('Release date'), '01152027')
  await write(page, page.getByLabel('First released'), '01152027')
  await pick(page, page.getByLabel('Genre', { exact: true }), 'alternative')
  await write(page, page.getByLabel('Language', { exact: true }).first(), 'en')
  await pick(page, page.getByLabel('Explicit content'), 'not_explicit')
  await write(page, page.getByRole('combobox', { name: 'Label', exact: true }), 'Blue Lamp')
  await write(page, page.getByLabel('UPC or EAN'), '0200000000110')
  for (const name of ['℗ Recording owner', '© Artwork and text owner']) {
    const line = page.getByRole('group', { name })
    await write(page, line.getByLabel('Year'), '2027')
    await write(page, line.getByLabel('Text'), 'Blue Lamp')
  }
}

async function writeTrack(page: Page): Promise<void> {
  await write(page, page.getByLabel('Language', { exact: true }).first(), 'en')
  await pick(page, page.getByLabel('Composition', { exact: true }).first(), 'original')
  await pick(page, page.getByLabel('Contains third-party samples'), 'false')
}

const focused = (page: Page): Locator => page.locator(':focus')

/** More than any page of a delivery has places for the keyboard. */
const mostPlaces = 200

/** Goes there with the keyboard: by Tab, through everything between. */
async function goTo(page: Page, target: Locator): Promise<void> {
  const isThere = target.and(focused(page))
  for (let place = 0; place < mostPlaces; place++) {
    await page.keyboard.press('Tab')
    if ((await isThere.count()) > 0) return
  }
  throw new Error(`The keyboard does not reach ${String(target)}`)
}

async function press(page: Page, target: Locator): Promise<void> {
  await goTo(page, target)
  await page.keyboard.press('Enter')
}

async function write(page: Page, field: Locator, text: string): Promise<void> {
  await goTo(page, field)
  await page.keyboard.type(text)
}

/** By the arrow, which changes a closed list at once. */
async function pick(page: Page, list: Locator, value: string): Promise<void> {
  await goTo(page, list)
  for (let place = 0; place < mostPlaces && (await list.inputValue()) !== value; place++)
    await page.keyboard.press('ArrowDown')
  await expect.poll(() => list.inputValue()).toBe(value)
}
