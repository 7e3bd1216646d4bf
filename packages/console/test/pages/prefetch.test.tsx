import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { lazyPage } from '../../src/parts/layout/lazy-page.tsx'
import { PrefetchPages } from '../../src/parts/layout/prefetch-pages.tsx'

/** A browser whose idle time the test controls. */
function holdIdleCallbacks() {
  const waiting: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (work: () => void) => waiting.push(work))
  onTestFinished(() => {
    vi.unstubAllGlobals()
  })
  return {
    count: () => waiting.length,
    beIdle: () =>
      act(async () => {
        for (const work of waiting.splice(0)) work()
      }),
  }
}

const pageOf = (text: string) => {
  const load = vi.fn(async () => () => text)
  return { load, Page: lazyPage(load) }
}

function Data({ load }: { readonly load: () => Promise<string> }) {
  useQuery({ queryKey: ['data'], queryFn: load })
  return null
}

function open(pages: readonly { readonly prefetch: () => Promise<void> }[], load?: () => Promise<string>) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const { unmount } = render(
    <QueryClientProvider client={client}>
      {load && <Data load={load} />}
      <PrefetchPages pages={pages} />
    </QueryClientProvider>,
  )
  onTestFinished(unmount)
  return { leave: unmount }
}

describe('the code of the other pages', () => {
  it('is loaded while the browser is idle, one page after the other', async () => {
    const idle = holdIdleCallbacks()
    const [first, second] = [pageOf('Analytics'), pageOf('Reports')]
    open([first.Page, second.Page])
    expect(first.load).not.toHaveBeenCalled()
    await idle.beIdle()
    expect(first.load).toHaveBeenCalledTimes(1)
    expect(second.load).not.toHaveBeenCalled()
    await idle.beIdle()
    expect(second.load).toHaveBeenCalledTimes(1)
    await idle.beIdle()
    expect(first.load).toHaveBeenCalledTimes(1)
  })

  it('waits for the data of the open page', async () => {
    const idle = holdIdleCallbacks()
    const { load, Page } = pageOf('Analytics')
    const data = Promise.withResolvers<string>()
    open([Page], () => data.promise)
    await idle.beIdle()
    expect(load).not.toHaveBeenCalled()
    await act(async () => data.resolve('12 releases'))
    await expect.poll(idle.count).toBe(1)
    await idle.beIdle()
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('is not loaded over a connection that saves data', async () => {
    const idle = holdIdleCallbacks()
    vi.stubGlobal('navigator', { connection: { saveData: true } })
    const { load, Page } = pageOf('Analytics')
    open([Page])
    await idle.beIdle()
    expect(load).not.toHaveBeenCalled()
  })

  it('is not loaded any more after the person has left', async () => {
    const idle = holdIdleCallbacks()
    const { load, Page } = pageOf('Analytics')
    open([Page]).leave()
    await idle.beIdle()
    expect(load).not.toHaveBeenCalled()
  })

  it('is loaded when the page is opened if it could not be loaded before, and later pages wait for that too', async () => {
    const idle = holdIdleCallbacks()
    const later = pageOf('Reports')
    const load = vi
      .fn()
      .mockRejectedValueOnce(new TypeError('Failed to fetch'))
      .mockResolvedValue(() => 'Numbers')
    const Page = lazyPage<object>(load)
    open([Page, later.Page])
    await idle.beIdle()
    await idle.beIdle()
    expect(later.load).not.toHaveBeenCalled()
    const { unmount } = render(<Page />)
    onTestFinished(unmount)
    await screen.findByText('Numbers')
  })

  it('shows the page at once, without a placeholder', async () => {
    const idle = holdIdleCallbacks()
    const { Page } = pageOf('Analytics')
    open([Page])
    await idle.beIdle()
    const { container, unmount } = render(<Page />)
    onTestFinished(unmount)
    expect(container.textContent).toBe('Analytics')
  })

  it('leaves a page that is open as it is', async () => {
    const idle = holdIdleCallbacks()
    const Page = lazyPage<object>(async () => () => <input aria-label="Title" />)
    open([Page])
    const { rerender, unmount } = render(<Page />)
    onTestFinished(unmount)
    const field = await screen.findByRole('textbox')
    await idle.beIdle()
    rerender(<Page />)
    expect(screen.getByRole('textbox')).toBe(field)
  })
})
