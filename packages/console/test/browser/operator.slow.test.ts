import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { atEnd } from '../../../server/test/harness/cleanup.ts'
import { eventually } from '../../../server/test/harness/eventually.ts'
import { startTestHub, type TestHub } from '../../../server/test/harness/hub.ts'
import { goodPassword, setUpOperator } from '../../../server/test/harness/people.ts'
import { findAccessProblems, waitUntilLoaded } from '../harness/axe.ts'
import { isEngineMissing, launch, openPage, typeInto, usualEngines, type WatchedPage } from '../harness/browsers.ts'
import { copyDraft, type FilledAccount, fillAccount } from '../harness/catalog.ts'

/** The operator's pages in a real browser: reviews, the inbox, people and the system. One hub for both browsers. */

const token = 'canaryIntegrationTokenOfSiteA0123456789'
const operatorPages = ['reviews', 'inbox', 'properties', 'accounts', 'people', 'system']

describe('the pages of the operator', () => {
  let hub: TestHub
  let label: FilledAccount
  beforeAll(async () => {
    hub = await startTestHub({
      environment: {
        SPINDLE_SANDBOX_OUTLET: 'on',
        SPINDLE_REVIEW: 'manual',
        SPINDLE_INTEGRATION_TOKENS: `site-a=${token}`,
      },
    })
    await hub.hub.console.prepare()
    await setUpOperator(hub, 'mia@hub.example')
    label = await fillAccount(hub)
    await hub.hub.contact.receive({
      name: 'أمل <b>',
      email: 'amal@label.example',
      organisation: 'Desert Sound',
      message: 'We would like to deliver.\nTwenty releases a year.',
    })
  }, 300_000)

  const releases = '/api/v1/music-distributor/releases'
  const asLabel = (method: string, path: string, body?: object) => hub.json(method, path, { key: label.key, body })
  let serial = 100
  /** Another submittable release of the label. */
  const submitCopy = async (): Promise<string> => {
    const id = await copyDraft(hub, label, ++serial)
    expect((await asLabel('POST', `${releases}/${id}/submit`)).body.status).toBe('submitted')
    return id
  }
  const signIn = async (page: Page, path: string): Promise<void> => {
    await page.goto(path)
    await typeInto(page.getByLabel('Email address'), 'mia@hub.example')
    await typeInto(page.getByLabel('Password', { exact: true }), goodPassword)
    await page.getByRole('button', { name: 'Sign in' }).click()
  }

  describe.each(usualEngines)('in %s', (engine) => {
    describe.skipIf(isEngineMissing(engine))('with an operator at it', () => {
      let browser: Browser
      beforeAll(async () => {
        browser = await launch(engine)
        atEnd(() => browser.close())
      }, 240_000)
      const open = async (path: string): Promise<WatchedPage> => {
        const watched = await openPage(browser, hub.url)
        await signIn(watched.page, path)
        return watched
      }

      it('asks for changes at a field, which the label fixes, and approves what comes back', async () => {
        const id = await submitCopy()
        const { page, context, faults } = await open('/console/operator/reviews')
        await page.getByRole('link', { name: 'Night Drive' }).click()
        await page.getByRole('heading', { name: 'Night Drive', level: 2 }).waitFor()
        const asked = page.waitForRequest((request) => request.url().includes('/audio/'))
        const listen = page.getByRole('group', { name: 'Listen to Song 1' })
        await expect.poll(() => listen.getByRole('slider').getAttribute('aria-valuetext')).toMatch(/ of 0:31$/)
        await listen.getByRole('button').click()
        const player = page.getByRole('region', { name: 'Player' })
        await player.getByText('Song 1').waitFor()
        const sound = (await asked).url()
        expect((await page.request.get(sound)).status()).toBe(200)
        await page.getByRole('button', { name: 'Request changes…' }).click()
        const dialog = page.getByRole('dialog', { name: 'Request changes' })
        await dialog.getByRole('button', { name: 'Send to label' }).click()
        await dialog.getByText('Describe the required change.').waitFor()
        await dialog.getByLabel('Field').selectOption({ label: 'Label' })
        await typeInto(dialog.getByRole('textbox', { name: 'Required change' }), 'Name the label as on the cover.')
        expect(await findAccessProblems(page)).toEqual([])
        await dialog.getByRole('button', { name: 'Send to label' }).click()
        await page.getByText('Your notes on “Night Drive” were sent to the label.').waitFor()
        expect((await page.request.get(sound)).status()).toBe(404)
        await player.waitFor({ state: 'detached' })
        expect((await asLabel('GET', `${releases}/${id}`)).body.review).toMatchObject({
          decision: 'changes_requested',
          issues: [{ pointer: '/label', note: 'Name the label as on the cover.' }],
        })
        await asLabel('PATCH', `${releases}/${id}`, { label: `Night Label of ${engine}` })
        await asLabel('POST', `${releases}/${id}/submit`)
        await page.reload()
        await page.getByRole('link', { name: 'Night Drive' }).waitFor()
        await page.keyboard.press('j')
        await page.getByRole('button', { name: 'Approve' }).click()
        await page.getByText('“Night Drive” is approved. Delivery starts now.').waitFor()
        await page.getByRole('heading', { name: 'Nothing to review' }).waitFor()
        expect(faults).toEqual([])
        await context.close()
      })

      it('names other releases with one of its recordings that were taken down', async () => {
        const grace = { id: null, name: 'Grace' } as const
        const down = await submitCopy()
        await hub.hub.releases.reviews.approveRelease(down, grace)
        await eventually(
          async () => (await asLabel('GET', `${releases}/${down}`)).body.status === 'live' || undefined,
          {
            what: 'the release to be live',
          },
        )
        await hub.hub.releases.reviews.takeDown(down, grace, { outlets: undefined, reason: 'A court asked for it.' })
        const id = await submitCopy()
        const { page, context, faults } = await open(`/console/operator/reviews/${id}`)
        await page.getByText('The operator took down other releases that contain the same recording:').waitFor()
        await page.locator(`a[href$="${down}"]`).click()
        await page.getByText(/^The operator took it down at /).waitFor()
        expect(new URL(page.url()).pathname).toBe(`/console/operator/reviews/${down}`)
        expect(faults).toEqual([])
        await context.close()
        await asLabel('POST', `${releases}/${id}/withdraw`)
      })

      it('makes an account of a message, and shows the link in one dialog and nowhere after', async () => {
        const { page, context, faults } = await open('/console/operator/inbox')
        const message = page.getByRole('article', { name: 'Message from أمل <b>' })
        await message.getByRole('button', { name: 'Create account and invite…' }).click()
        // The proof of the sign-in is over.
        await hub.opened.database.system.execute("update sessions set confirmed_at = now() - interval '1 hour'")
        await page.getByRole('button', { name: 'Create account and link' }).click()
        const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
        await typeInto(question.getByLabel('Password', { exact: true }), goodPassword)
        await question.getByRole('button', { name: 'Continue' }).click()
        const link = (await page.getByRole('status', { name: 'Link' }).textContent()) ?? ''
        expect(link).toContain('/console/invitation#')
        await page.getByRole('button', { name: 'Close' }).click()
        await message.getByText('Assigned to Mia Blue').waitFor()
        expect(await page.content()).not.toContain(link.split('#')[1])
        await page.getByRole('link', { name: 'Accounts' }).click()
        await page.getByText('Desert Sound').first().waitFor()
        expect(faults).toEqual([])
        await context.close()
      })

      it('shows no secret on any page', async () => {
        const id = await submitCopy()
        const { page, context, faults } = await open('/console/operator')
        await page.getByRole('heading', { name: 'Reviews', level: 1 }).waitFor()
        const problems: string[] = []
        for (const path of [...operatorPages, `reviews/${id}`]) {
          await page.goto(`/console/operator/${path}`)
          await waitUntilLoaded(page)
          const shown = await page.content()
          for (const secret of [token, 's'.repeat(32), 'argon2'])
            if (shown.includes(secret)) problems.push(`${path} shows a secret`)
        }
        expect(problems).toEqual([])
        expect(faults).toEqual([])
        await context.close()
        await asLabel('POST', `${releases}/${id}/withdraw`)
      })
    })
  })
})
