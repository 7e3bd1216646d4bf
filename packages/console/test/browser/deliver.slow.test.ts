import type { Browser, BrowserContext, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { atEnd } from '../../../server/test/harness/cleanup.ts'
import { freePort, startTestHub, type TestHub } from '../../../server/test/harness/hub.ts'
import { goodPassword } from '../../../server/test/harness/people.ts'
import { findAccessProblems, findOverflow } from '../harness/axe.ts'
import { engines, isEngineMissing, launch, openPage, typeInto } from '../harness/browsers.ts'
import { hostileTitles } from '../harness/catalog.ts'
import { ask, choose, newestRelease, sha256Of } from '../harness/delivering.ts'
import { type Masters, makeMasters } from '../harness/masters.ts'
import { addVirtualPasskeys } from '../harness/virtual-passkey.ts'

/** A person delivers a release in a real browser, to a real hub. Nothing is stubbed. */

describe.each(engines)('delivering in %s', (engine) => {
  describe.skipIf(isEngineMissing(engine))('with a person at it', () => {
    let hub: TestHub
    let browser: Browser
    let context: BrowserContext
    let page: Page
    let faults: string[]
    let masters: Masters
    /** The address of the account's pages. */
    let own: string
    /** The browser that runs all tests; the other one delivers, and signs in again. */
    const isWhole = engine === 'chromium'
    // Passkeys belong to a host name; Firefox ESR can be handed none by a driver.
    const host = isWhole ? 'localhost' : '127.0.0.1'
    beforeAll(async () => {
      const port = await freePort()
      const publicUrl = `http://${host}:${port}`
      hub = await startTestHub({
        environment: {
          SPINDLE_PORT: String(port),
          SPINDLE_PUBLIC_URL: publicUrl,
          SPINDLE_SANDBOX_OUTLET: 'on',
          SPINDLE_ISRC_PREFIX: 'ZZABC',
        },
      })
      await hub.hub.console.prepare()
      masters = await makeMasters()
      browser = await launch(engine)
      atEnd(() => browser.close())
      ;({ page, context, faults } = await openPage(browser, publicUrl))
    }, 300_000)

    it('goes from the setup link to a release that is live, without loading the page again', {
      timeout: 240_000,
    }, async () => {
      if (isWhole) await addVirtualPasskeys(page)
      await page.goto((await hub.hub.links.makeSetupLink()) ?? '')
      await typeInto(page.getByLabel('Your name'), 'Mia Blue')
      await typeInto(page.getByLabel('Email address'), 'mia@label.example')
      if (!isWhole) await typeInto(page.getByLabel('Choose a password', { exact: true }), goodPassword)
      await typeInto(page.getByLabel('Label name'), 'Night Label')
      await page.getByRole('button', { name: 'Open the console' }).click()
      await page.getByRole('heading', { name: /, Mia Blue$/ }).waitFor()
      await page.evaluate('window.isSamePage = true')
      own = new URL(page.url()).pathname
      await page.keyboard.press('n')
      await page.getByRole('heading', { name: 'Deliver a release' }).waitFor()
      await drop(page, [...masters.wavs, masters.cover])
      await page.getByText('4 files uploaded').waitFor({ timeout: 120_000 })
      await page.getByText(/^Saved /).waitFor()
      await page.getByRole('link', { name: '2 Release' }).click()
      await fillRelease(page)
      await page.getByRole('link', { name: '3 Tracks' }).click()
      // By the numbers in their names, not by the order in which they were chosen.
      await expect
        .poll(() => page.getByRole('heading', { level: 2 }).allTextContents())
        .toEqual(['1 Opening', '2 Second Sun', '3 Closing'])
      await fillTracks(page)
      await page.keyboard.press('ControlOrMeta+Enter')
      await page.getByText(/^0 to fix/).waitFor()
      await expect.poll(() => page.getByRole('button', { name: 'Submit' }).isEnabled()).toBe(true)
      await page.keyboard.press('ControlOrMeta+Enter')
      const dialog = page.getByRole('dialog', { name: 'Submit this release?' })
      await dialog.getByText('“Night Drive”, Single, 3 tracks, 1 May 2026, to sandbox.').waitFor()
      await dialog.getByRole('button', { name: 'Submit' }).click()
      await page.getByRole('region', { name: 'Outlets' }).getByText('Live').waitFor({ timeout: 120_000 })
      await page
        .getByRole('listitem')
        .filter({ hasText: /^Live \(done\)/ })
        .waitFor()
      expect(await page.evaluate('window.isSamePage')).toBe(true)
      expect(faults).toEqual([])
    })

    it.runIf(isWhole)('names what cannot be used at once and sends none of it', async () => {
      const sent: string[] = []
      page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
      await page.goto(`${own}/deliver`)
      await choose(page, [masters.mp3, masters.empty, masters.smallCover])
      await line(page, '04 Lossy.mp3')
        .getByText(/^The file is an MP3/)
        .waitFor()
      await line(page, '05 Nothing.wav').getByText('The file is empty.').waitFor()
      await line(page, 'front.jpg').getByText('The image has 900 x 900 pixels.').waitFor()
      await expect.poll(() => page.getByText('Not uploaded').count()).toBe(3)
      expect(sent).toEqual([])
      for (const name of ['04 Lossy.mp3', '05 Nothing.wav', 'front.jpg'])
        await page.getByRole('button', { name: `Remove ${name}` }).click()
      await expect.poll(() => page.getByText('Not uploaded').count()).toBe(0)
    })

    it.runIf(isWhole)('continues where it stopped when the page was loaded again in the middle of a file', async () => {
      const offsets: number[] = []
      let isHeld = true
      await page.route('**/uploads/*', async (route, request) => {
        if (request.method() !== 'PATCH') return route.fallback()
        offsets.push(Number(request.headers()['upload-offset']))
        // The second part never arrives.
        if (!isHeld || offsets.length === 1) await route.fallback()
      })
      const source = masters.another
      await choose(page, [source])
      await expect.poll(() => offsets.length, { timeout: 120_000 }).toBeGreaterThan(1)
      await page.reload()
      await page.getByText('1 unfinished upload. Choose the same files again to resume.').waitFor()
      isHeld = false
      const before = offsets.length
      await choose(page, [source])
      await page.getByText('1 file uploaded').waitFor({ timeout: 120_000 })
      await page.unroute('**/uploads/*')
      expect(offsets[before]).toBeGreaterThan(0)
      await page.getByText(/^Saved /).waitFor()
      const { body } = await ask(page, own, 'GET', '/distributor/uploads?limit=1')
      const [upload] = body.data
      expect(upload.sha256).toBe(await sha256Of(source))
    })

    it.runIf(isWhole)('shows the cover that was chosen, also when the page was loaded again', async () => {
      await choose(page, [masters.cover])
      await page.getByText('2 files uploaded').waitFor({ timeout: 120_000 })
      await page.getByRole('link', { name: '2 Release' }).click()
      await seeCover(page)
      await page.reload()
      await seeCover(page)
      await page.getByText(/^Saved /).waitFor()
    })

    it.runIf(isWhole)(
      'says what must be fixed by release and track, the worst first, with a way to each field',
      async () => {
        await page.getByRole('link', { name: '4 Review' }).click()
        const ofRelease = page.getByRole('region', { name: 'Release', exact: true })
        const ofTrack = page.getByRole('region', { name: 'Track 1, Another' })
        await ofRelease.getByText('Enter the name of the label that publishes the release.').waitFor()
        for (const [group, step] of [
          [ofRelease, '2 Release'],
          [ofTrack, '3 Tracks'],
        ] as const) {
          const kinds = async (): Promise<number[]> =>
            (await group.getByRole('listitem').allInnerTexts()).map((text) =>
              ['To fix', 'To check', 'For information'].findIndex((kind) => text.includes(kind)),
            )
          const isWorstFirst = (found: readonly number[]) =>
            found.every((kind, at) => at === 0 || kind >= (found[at - 1] ?? kind))
          // A check may still run, and remarks about a file come once that is analysed.
          await expect
            .poll(async () => {
              const found = await kinds()
              const errors = found.filter((kind) => kind === 0).length
              const link = page.getByRole('link', { name: `${step} ${errors} to fix` })
              const heads = group.getByText(new RegExp(`^${errors} to fix`))
              return { errors, found, isCounted: (await heads.count()) === 1, isLinked: (await link.count()) === 1 }
            })
            .toSatisfy(
              ({ errors, found, isCounted, isLinked }) => errors > 0 && isCounted && isLinked && isWorstFirst(found),
            )
        }
        await ofRelease.getByRole('link', { name: 'Show: Release: The release has no label.' }).click()
        await page.getByRole('combobox', { name: 'Label', exact: true }).and(focused(page)).waitFor()
        await page.getByRole('link', { name: '4 Review' }).click()
        await ofTrack.getByRole('link', { name: 'Track "Another" has no composer, lyricist or songwriter.' }).click()
        const credits = page.getByRole('group', { name: 'Artists and credits', exact: true })
        // Folded away until requested, and an empty list is started by its button.
        await credits.getByRole('button', { name: /^Add/ }).and(focused(page)).waitFor()
      },
    )

    it.runIf(isWhole)(
      'shows both versions when another window saved one, and keeps the one that is chosen',
      async () => {
        await page.getByRole('link', { name: '2 Release' }).click()
        const label = page.getByRole('combobox', { name: 'Label', exact: true })
        await saveMeanwhile(page, own, { label: 'Other Label' }, () => typeInto(label, 'Blue Lamp'))
        const dialog = page.getByRole('dialog', { name: 'Changed in another window' })
        const row = dialog.getByRole('row', { name: /^Label/ })
        await row.getByText('Other Label').waitFor()
        await row.getByText('Blue Lamp').waitFor()
        expect(await findAccessProblems(page)).toEqual([])
        await dialog.getByRole('button', { name: 'Keep my version' }).click()
        await page.getByText(/^Saved /).waitFor()
        expect((await newestRelease(page, own)).label).toBe('Blue Lamp')
        await saveMeanwhile(page, own, { label: 'Third Label' }, () => typeInto(label, 'Fourth'))
        await dialog.getByRole('button', { name: 'Use other version' }).click()
        await expect.poll(() => label.inputValue()).toBe('Third Label')
        expect((await newestRelease(page, own)).label).toBe('Third Label')
      },
    )

    it.runIf(isWhole)('shows automatically what was saved elsewhere, and asks nothing without a conflict', async () => {
      const label = page.getByRole('combobox', { name: 'Label', exact: true })
      const version = page.getByLabel('Version', { exact: true }).first()
      const { id } = await newestRelease(page, own)
      await ask(page, own, 'PATCH', `/music-distributor/releases/${id}`, { label: 'Heard Label' })
      await expect.poll(() => label.inputValue()).toBe('Heard Label')
      await saveMeanwhile(page, own, { label: 'Lamp Records' }, () => typeInto(version, 'Live'))
      await expect.poll(() => label.inputValue()).toBe('Lamp Records')
      await page.getByText(/^Saved /).waitFor()
      await expect.poll(() => version.inputValue()).toBe('Live')
      expect(await newestRelease(page, own)).toMatchObject({ label: 'Lamp Records', version: 'Live' })
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    })

    it.runIf(isWhole)(
      'keeps the delivery that is being made when changes of another release are submitted',
      async () => {
        // Without loading the page again: both are open in this window.
        await page.getByRole('link', { name: 'Catalog', exact: true }).click()
        await page.getByRole('link', { name: 'Night Drive', exact: true }).click()
        await page.getByRole('link', { name: 'Edit', exact: true }).click()
        await page.getByRole('link', { name: '2 Release' }).click()
        await typeInto(page.getByRole('combobox', { name: 'Label', exact: true }), 'Moon Lamp')
        await page.getByRole('link', { name: '4 Review' }).click()
        const submit = page.getByRole('button', { name: 'Submit' })
        await expect.poll(() => submit.isEnabled()).toBe(true)
        await submit.click()
        await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click()
        await page.getByRole('heading', { name: 'Night Drive', level: 1 }).waitFor()
        await page.getByText('Moon Lamp', { exact: true }).waitFor()
        await page.getByRole('link', { name: 'Deliver', exact: true }).click()
        await page.getByText('2 files uploaded').waitFor()
        expect(faults).toEqual([])
      },
    )

    // With a password: the time at which a driver's passkey answers a dialog is random.
    it.runIf(!isWhole)(
      'asks to sign in by a dialog when the session ended during typing, and saves the text once',
      async () => {
        await page.goto(`${own}/deliver`)
        await choose(page, masters.wavs.slice(0, 1))
        await page.getByText(/uploaded$/).waitFor({ timeout: 120_000 })
        await page.getByRole('link', { name: '2 Release' }).click()
        const label = page.getByRole('combobox', { name: 'Label', exact: true })
        await typeInto(label, 'Typed meanwhil')
        await page.getByText(/^Saved /).waitFor()
        const before = await newestRelease(page, own)
        await context.clearCookies()
        // One key: the dialog takes the keyboard focus when it opens.
        await label.press('e')
        const dialog = page.getByRole('dialog', { name: 'You were signed out' })
        await typeInto(dialog.getByLabel('Password', { exact: true }), goodPassword)
        await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
        await dialog.waitFor({ state: 'detached' })
        await page.getByText(/^Saved /).waitFor()
        await expect.poll(() => label.inputValue()).toBe('Typed meanwhile')
        const after = await newestRelease(page, own)
        expect(after.label).toBe('Typed meanwhile')
        expect(after.revision).toBe(before.revision + 1)
      },
    )

    it.runIf(isWhole)(
      'shows hostile titles as text on every step, which nothing can be objected to in both themes',
      {
        timeout: 240_000,
      },
      async () => {
        const problems: string[] = []
        for (const title of hostileTitles) {
          await page.goto(`${own}/deliver/release`)
          await page.getByLabel('Title', { exact: true }).first().fill(title)
          await page.getByRole('heading', { level: 1, name: title }).waitFor()
          await page.getByText(/^Saved /).waitFor()
          expect((await newestRelease(page, own)).title).toBe(title)
        }
        // The last one has no end.
        await page.setViewportSize({ width: 320, height: 800 })
        for (const step of ['Files', 'Release', 'Tracks', 'Review']) {
          await page.getByRole('link', { name: step }).first().click()
          await page.locator('.step-link[aria-current]', { hasText: step }).waitFor()
          const overflow = await findOverflow(page)
          if (overflow > 0) problems.push(`${step} is ${overflow} pixels too wide`)
        }
        await page.setViewportSize({ width: 1280, height: 860 })
        for (const theme of ['light', 'dark'])
          for (const step of ['files', 'release', 'tracks', 'review']) {
            await page.evaluate(`localStorage.setItem('spindle:theme', '${theme}')`)
            await page.goto(`${own}/deliver/${step}`)
            await page.getByText(/^Saved /).waitFor()
            await page.evaluate("for (const one of document.querySelectorAll('main details')) one.open = true")
            problems.push(...(await findAccessProblems(page)).map((problem) => `${step}, ${theme}: ${problem}`))
          }
        expect(problems).toEqual([])
        expect(faults).toEqual([])
      },
    )
  })
})

/** Another person saves while what is typed here is on its way to the hub. */
async function saveMeanwhile(page: Page, own: string, change: object, type: () => Promise<void>): Promise<void> {
  const { id } = await newestRelease(page, own)
  const path = `/music-distributor/releases/${id}`
  const saved = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  await page.route(`**${path}`, async (route, request) => {
    if (request.method() === 'PATCH' && request.headers()['if-match'] !== undefined) {
      begun.resolve()
      await saved.promise
    }
    await route.fallback()
  })
  await type()
  await begun.promise
  expect((await ask(page, own, 'PATCH', path, change)).status).toBe(200)
  saved.resolve()
  await page.unroute(`**${path}`)
}

const focused = (page: Page) => page.locator(':focus')

const line = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

/** Dropped anywhere on the page: what the driver puts into an input of the test becomes what the mouse holds. */
async function drop(page: Page, paths: readonly string[]): Promise<void> {
  await page.evaluate(
    "document.body.append(Object.assign(document.createElement('input'), { type: 'file', multiple: true, id: 'held' }))",
  )
  await page.locator('#held').setInputFiles([...paths])
  await page.evaluate(`
    const input = document.querySelector('#held')
    const dataTransfer = new DataTransfer()
    for (const file of input.files) dataTransfer.items.add(file)
    input.remove()
    for (const type of ['dragover', 'drop'])
      document.body.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }))
  `)
}

/** The picture itself, not a place where one should be. */
async function seeCover(page: Page): Promise<void> {
  const picture = page.getByRole('img', { name: 'Selected cover' })
  await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
}

async function fillRelease(page: Page): Promise<void> {
  await typeInto(page.getByLabel('Title', { exact: true }).first(), 'Night Drive')
  const people = page.getByRole('group', { name: 'Artists and credits', exact: true })
  await people.getByRole('button', { name: 'Add artist or credit' }).click()
  await typeInto(people.getByLabel('Name', { exact: true }).first(), 'Ada')
  await people.getByRole('button', { name: 'Add artist or credit' }).click()
  const second = people.getByRole('group', { name: 'Artists and credits 2' })
  await typeInto(second.getByLabel('Name', { exact: true }).first(), 'Ada Lovelace')
  await second.getByLabel('Role').selectOption('songwriter')
  await page.getByLabel('Release date').fill('2026-05-01')
  await page.getByLabel('First released').fill('2026-05-01')
  await page.getByLabel('Genre', { exact: true }).selectOption('pop')
  await typeInto(page.getByLabel('Language', { exact: true }).first(), 'en')
  // Its list is over the next field until the field is left.
  await page.keyboard.press('Tab')
  await page.getByLabel('Explicit content').selectOption('not_explicit')
  await typeInto(page.getByRole('combobox', { name: 'Label', exact: true }), 'Blue Lamp')
  await typeInto(page.getByLabel('UPC or EAN'), '0200000000110')
  for (const line of ['℗ Recording owner', '© Artwork and text owner']) {
    const group = page.getByRole('group', { name: line })
    await typeInto(group.getByLabel('Year'), '2026')
    await typeInto(group.getByLabel('Text'), 'Blue Lamp')
  }
}

async function fillTracks(page: Page): Promise<void> {
  await page.getByRole('button', { name: '1 Opening' }).click()
  const first = page.locator('.track-list > [data-open]')
  await first.getByLabel('Explicit content').selectOption('not_explicit')
  await typeInto(first.getByLabel('Language', { exact: true }).first(), 'en')
  await page.keyboard.press('Tab')
  await first.getByLabel('Composition', { exact: true }).first().selectOption('original')
  await first.getByLabel('Contains third-party samples').selectOption('false')
  await first.getByRole('button', { name: 'Use for all tracks' }).click()
}
