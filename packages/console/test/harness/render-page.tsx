import { format } from 'node:util'
import { configure, getConfig, render, waitFor, within } from '@testing-library/react'
import { PointerEventsCheckLevel, userEvent } from '@testing-library/user-event'
import { onTestFinished, TestRunner, vi } from 'vitest'
import { App } from '../../src/app.tsx'
import { makeQueryClient } from '../../src/data/queries/queries.ts'
import type { FakeHub } from './fake-hub.ts'
import { accountId } from './label-hub.ts'
import { provideModalDialogs } from './modal-dialogs.ts'

/** The console at one of its addresses, before a hub in memory. The time is 12:00 UTC on 26 November 2026. */

export const now = new Date('2026-11-26T12:00:00.000Z')

export type PageView = ReturnType<typeof renderPage>
export type LabelView = Awaited<ReturnType<typeof openInLabel>>

const { getElementError: describeAll } = getConfig()

/** During a wait, missing elements are not described each time: that would print the whole page. */
const describeOnce: typeof describeAll = (message, container) => {
  const { _disableExpensiveErrorDiagnostics: isWaiting } = getConfig() as {
    _disableExpensiveErrorDiagnostics?: boolean
  }
  return isWaiting === true ? new Error(message ?? '') : describeAll(message, container)
}

/** Opens an address of the console, such as `/sign-in`; the test ends with the page. */
export function renderPage(hub: FakeHub, address: string) {
  // Shortly before the test would be ended, which shows less of what is missing.
  configure({ asyncUtilTimeout: 0.8 * (TestRunner.getCurrentTest()?.timeout ?? 0), getElementError: describeOnce })
  vi.useFakeTimers({ toFake: ['Date'], now })
  const globalFetch = globalThis.fetch
  globalThis.fetch = hub.fetch
  const written = vi.spyOn(console, 'error').mockImplementation((...parts) => {
    const text = format(...parts)
    // An element of HTML since 2023, which the DOM of the tests takes for an unknown one.
    if (!text.startsWith('The tag <search> is unrecognized')) hub.faults.push(text)
  })
  history.replaceState(null, '', `/console${address}`)
  const left = vi.spyOn(location, 'assign').mockImplementation(() => {})
  const endDialogs = provideModalDialogs()
  const client = makeQueryClient()
  const view = render(<App client={client} />)
  onTestFinished(() => {
    view.unmount()
    client.clear()
    endDialogs()
    localStorage.clear()
    sessionStorage.clear()
    globalThis.fetch = globalFetch
    written.mockRestore()
    left.mockRestore()
    vi.useRealTimers()
    if (hub.faults.length > 0) throw new Error(`The page did what it must not:\n${hub.faults.join('\n')}`)
  })
  return {
    ...within(document.body),
    user: userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never }),
    /** The addresses of other sites and of the hub that the page has sent the window to. */
    leftFor: () => left.mock.calls.map(([to]) => String(to)),
    /** Where the page has led to, below the console. */
    address: () => `${location.pathname}${location.search}`.replace(/^\/console/, ''),
  }
}

/** Opens an address of the label, such as `/keys`, once it is known who is signed in. */
export async function openInLabel(hub: FakeHub, path: string) {
  return withFrame(renderPage(hub, `/a/${accountId}${path}`))
}

/** Opens an address of the operator's pages, such as `/people`. */
export async function openAsOperator(hub: FakeHub, path: string) {
  return withFrame(renderPage(hub, `/operator${path}`))
}

/** `main` is the page without its frame. */
async function withFrame(page: PageView) {
  // By its element: roles and names of a whole page cost much, and every test uses this.
  await waitFor(() => {
    if (!document.querySelector('.frame')) throw new Error('The page has no frame: it is not known who is signed in')
  })
  return { ...page, main: within(page.getByRole('main')) }
}
