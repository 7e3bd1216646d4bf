import { fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { lazyPage } from '../../src/parts/layout/lazy-page.tsx'
import { PageGuard } from '../../src/parts/layout/page-guard.tsx'
import { labelHub } from '../harness/label-hub.ts'
import { readAlert } from '../harness/page-states.ts'
import { openInLabel } from '../harness/render-page.tsx'

function openGuarded(load: () => Promise<() => string>, waitMs: readonly number[] = []) {
  const written = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => written.mockRestore())
  const Opened = lazyPage(load, { waitMs })
  const show = (path: string) => (
    <div>
      <p>Upload: 40 %</p>
      <PageGuard path={path}>{path === '/home' ? <p>Home</p> : <Opened />}</PageGuard>
    </div>
  )
  const { rerender, unmount } = render(show('/analytics'))
  onTestFinished(unmount)
  return { goTo: (path: string) => rerender(show(path)) }
}

describe('a page whose code cannot be loaded', () => {
  it('is loaded again without anybody, while the hub restarts', async () => {
    const load = vi
      .fn()
      .mockRejectedValueOnce(new TypeError('Failed to fetch'))
      .mockResolvedValue(() => 'Numbers')
    openGuarded(load, [1, 1])
    await screen.findByText('Numbers')
    expect(load).toHaveBeenCalledTimes(2)
  })

  it('leaves everything around it, and is loaded again by its button', async () => {
    const load = vi
      .fn()
      .mockRejectedValueOnce(new TypeError('Failed to fetch'))
      .mockResolvedValue(() => 'Numbers')
    openGuarded(load)
    await screen.findByRole('heading', { name: 'This page does not work' })
    expect(screen.getByText('Upload: 40 %')).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('Numbers')
  })

  it('does not keep other pages from being opened', async () => {
    const { goTo } = openGuarded(() => Promise.reject(new TypeError('Failed to fetch')))
    await screen.findByRole('heading', { name: 'This page does not work' })
    goTo('/home')
    await screen.findByText('Home')
    goTo('/analytics')
    await screen.findByRole('heading', { name: 'This page does not work' })
  })
})

describe('a page that could not load its data', () => {
  it('loads it again by itself once the hub answers', async () => {
    const hub = labelHub()
    hub.lose('listKeys')
    const held = hub.hold('streamEvents')
    const page = await openInLabel(hub, '/keys')
    expect(await readAlert(page)).toContain('The hub did not respond.')
    hub.answer('listKeys', { data: [{ name: 'my laptop' }] })
    held.release()
    await page.findByText('my laptop')
    expect(page.queryByRole('alert')).toBe(null)
  })
})
