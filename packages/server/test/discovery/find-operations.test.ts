import { Window } from 'happy-dom'
import { beforeAll, describe, expect, it } from 'vitest'
import { referencePage } from '../../src/features/discovery/reference/page.ts'

/** The search of `/docs`, with the script of the page in a document without a browser. */

const script = new URL('../../src/features/discovery/reference/find-operations.js', import.meta.url).href

async function openPage() {
  const window = new Window()
  const { document } = window
  document.body.innerHTML = referencePage('https://hub.example', undefined).replace(/^.*<body[^>]*>/s, '')
  const { findOperations } = (await import(script)) as { findOperations(page: Document): void }
  const form = document.querySelector('.find') as unknown as HTMLFormElement
  const isHiddenBefore = form.hidden
  findOperations(document as unknown as Document)
  const field = form.querySelector('input') as HTMLInputElement
  const type = (text: string): void => {
    field.value = text
    field.dispatchEvent(new window.Event('input') as unknown as Event)
  }
  const press = (key: string, on: unknown = document): boolean =>
    (on as Document).dispatchEvent(
      new window.KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }) as unknown as Event,
    )
  const shown = (): string[] =>
    [...document.querySelectorAll('section.operation:not([hidden])')].map((section) => section.id)
  return { document, form, field, type, press, shown, isHiddenBefore }
}

describe('the search of the API reference', () => {
  // Reading the page takes most of the time. Each test leaves it without words to look for.
  let page: Awaited<ReturnType<typeof openPage>>
  beforeAll(async () => {
    page = await openPage()
  })

  it('is not shown without the script', () => {
    const { form, isHiddenBefore } = page
    expect([isHiddenBefore, form.hidden]).toEqual([true, false])
  })

  it.each([
    ['takedown release', ['previewTakedown', 'takedownRelease', 'cancelTakedown']],
    ['POST /keys', ['createKey', 'rotateKey']],
    ['GETCURRENTKEY', ['getCurrentKey']],
    ['no such thing', []],
  ])('shows for %j only the operations with these words', (text, expected) => {
    const { type, shown, form, document } = page
    const all = shown().length
    type(text)
    expect(shown().toSorted()).toEqual(expected.toSorted())
    expect(form.querySelector('output')?.textContent).toBe(`${expected.length} of ${all} operations`)
    const listed = [...document.querySelectorAll('.toc li')].filter((entry) => !entry.hasAttribute('hidden'))
    expect(listed).toHaveLength(expected.length)
    type('')
    expect(shown()).toHaveLength(all)
  })

  it('hides a subject without operations, and Escape shows everything again', () => {
    const { type, press, field, document } = page
    type('createWebhook')
    const subjects = () =>
      [...document.querySelectorAll('.toc .subject')].filter((subject) => !subject.hasAttribute('hidden'))
    expect(subjects().map((subject) => subject.querySelector('strong')?.textContent)).toEqual(['Webhooks'])
    press('Escape', field)
    expect(subjects().length).toBeGreaterThan(5)
  })

  it('gets the focus with /, but not while the reader types in a form', () => {
    const { press, field, document } = page
    expect(press('/')).toBe(false)
    expect(document.activeElement?.id).toBe('find')
    expect(press('/', field)).toBe(true)
  })
})
