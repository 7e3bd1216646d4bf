import { within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { labelHub, type Person } from '../harness/label-hub.ts'
import { readAlert, readProblem, seeLoading } from '../harness/page-states.ts'
import { openInLabel } from '../harness/render-page.tsx'

/** What all releases of the account have in common, in its settings. */

const answer = (defaults: object) => ({ defaults, updatedAt: '2026-11-25T12:00:00.000Z' })
const known = { label: 'Blue Lamp', outlets: ['spotify'], trackDefaults: { containsSamples: false } } as const

function defaultsHub(defaults: object, person?: Person) {
  const hub = labelHub(person)
  hub.answer('getDefaults', answer(defaults))
  hub.answer('listLabels', { data: [], page: { hasMore: false, nextCursor: null } })
  hub.answer('listReference', { data: [{ code: 'en', name: 'English' }] })
  return hub
}

describe('the defaults of the account', () => {
  it('are empty at first, and saved from the keyboard with the label', async () => {
    const hub = defaultsHub({})
    hub.answer('updateDefaults', ({ body }) => ({ ...answer(body.defaults), updatedAt: '2026-11-26T12:00:00.000Z' }))
    const page = await openInLabel(hub, '/defaults')
    const releases = within(await page.findByRole('region', { name: 'Releases' }))
    const label = releases.getByRole<HTMLInputElement>('combobox', { name: 'Label' })
    expect(label.value).toBe('')
    label.focus()
    await page.user.keyboard('Blue Lamp{Enter}')
    expect(await readAlert(page)).toBe('Saved. New drafts take these values; existing releases do not change.')
    expect(hub.asked('updateDefaults').map(({ body }) => body)).toEqual([{ defaults: { label: 'Blue Lamp' } }])
    expect(hub.asked('updateDefaults')[0]?.headers.get('if-match')).toMatch(/^"[0-9a-f]{64}"$/)
  })

  it('keep what is not changed', async () => {
    const hub = defaultsHub(known)
    hub.answer('updateDefaults', answer(known))
    const page = await openInLabel(hub, '/defaults')
    await page.user.type(await page.findByLabelText('Label', { selector: 'input' }), ' 2')
    await page.user.click(page.getByRole('button', { name: 'Save' }))
    await page.findByRole('alert')
    expect(hub.asked('updateDefaults').map(({ body }) => body)).toEqual([
      { defaults: { ...known, label: 'Blue Lamp 2' } },
    ])
  })

  it('show at its field what the hub does not accept', async () => {
    const hub = defaultsHub(known)
    hub.fail('updateDefaults', 'validation_failed', {
      errors: [{ pointer: '/defaults/label', detail: 'Must not be blank.' }],
    })
    const page = await openInLabel(hub, '/defaults')
    await page.user.click(await page.findByRole('button', { name: 'Save' }))
    const label = page.getByLabelText('Label', { selector: 'input' })
    await expect.poll(() => readProblem(label)).toBe('Must not be blank.')
    await expect.poll(() => document.activeElement === label).toBe(true)
  })

  it('say in one message what belongs to no field', async () => {
    const hub = defaultsHub(known)
    hub.fail('updateDefaults', 'validation_failed', {
      detail: 'The request is not valid.',
      errors: [
        { pointer: '/defaults', detail: 'Defaults can have at most 16384 bytes as JSON, but these have 20000.' },
      ],
    })
    const page = await openInLabel(hub, '/defaults')
    await page.user.click(await page.findByRole('button', { name: 'Save' }))
    expect(await readAlert(page)).toContain('Defaults can have at most 16384 bytes as JSON')
  })

  it('can be read but not changed by a viewer', async () => {
    const page = await openInLabel(defaultsHub(known, { role: 'viewer' }), '/defaults')
    const label = await page.findByLabelText('Label', { selector: 'input' })
    expect(label.closest('fieldset')?.disabled).toBe(true)
    expect(page.main.getByText(/change defaults/)).toBeDefined()
    expect(page.queryByRole('button', { name: 'Save' })).toBe(null)
  })

  it('show that they load, and what is wrong when they could not be loaded', async () => {
    const hub = defaultsHub(known)
    hub.fail('getDefaults', 'account_suspended')
    const held = hub.hold('getDefaults')
    const page = await openInLabel(hub, '/defaults')
    await seeLoading(page)
    held.release()
    expect(await readAlert(page)).toContain('The operator of this hub has suspended the account')
  })
})
