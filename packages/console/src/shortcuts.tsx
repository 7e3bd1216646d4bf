import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { hasShortcuts } from './data/settings/shortcuts-setting.ts'
import { Dialog } from './parts/dialogs/dialog.tsx'
import { Button } from './parts/layout/button.tsx'
import { pathOf, type RouteName } from './routes.ts'
import { words } from './words/words.ts'

/** Where `g` and a letter lead. */
const places: Readonly<Record<string, RouteName>> = {
  h: 'home',
  d: 'deliver',
  c: 'catalog',
  a: 'analytics',
  k: 'keys',
  t: 'team',
  y: 'activity',
}

const pauseMs = 1_000

/** Single keys outside of fields and dialogs; `?` lists them. */
export function Shortcuts({ accountId }: { readonly accountId: string }) {
  const [isListed, setListed] = useState(false)
  const [, navigate] = useLocation()
  const wentAt = useRef(0)
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isPlainKey(event) || !hasShortcuts()) return
    const place = performance.now() - wentAt.current < pauseMs ? places[event.key] : undefined
    wentAt.current = event.key === 'g' ? performance.now() : 0
    if (place) navigate(pathOf(place, { accountId }))
    else if (event.key === 'n') navigate(pathOf('deliver', { accountId }))
    else if (event.key === 'j' || event.key === 'k') moveInRows(event.key === 'j' ? 1 : -1)
    else if (event.key === '?') setListed(true)
    else if (event.key === '/' && !focusSearch(event)) navigate(`${pathOf('catalog', { accountId })}#search`)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => press(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
  if (!isListed) return null
  const close = (): void => setListed(false)
  return (
    <Dialog title={words.shortcuts.title} onClose={close}>
      <dl className="shortcuts">
        {words.shortcuts.list.map(([keys, what]) => (
          <div key={keys} className="row">
            <dt>
              <kbd className="mono">{keys}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <p className="small soft">{words.shortcuts.off}</p>
      <p className="row dialog-actions">
        <Button onClick={close}>{words.close}</Button>
      </p>
    </Dialog>
  )
}

/** Nothing that types, nothing with a modifier, and not while a dialog is open. */
function isPlainKey({ target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || defaultPrevented || document.querySelector('dialog[open]')) return false
  return !(target instanceof HTMLElement) || !target.closest('input, select, textarea, [contenteditable]')
}

/** False where the page has no search: that of the catalog is meant. */
function focusSearch(event: KeyboardEvent): boolean {
  event.preventDefault()
  const field = document.querySelector<HTMLInputElement>('main input[type="search"]')
  field?.focus()
  return field !== null
}

/** From row to row: the first link or button of each. */
function moveInRows(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('main .rows > li, main tbody > tr')]
  const targets = rows.map((row) => row.querySelector<HTMLElement>('a, button, select')).filter((one) => one !== null)
  const now = rows.findIndex((row) => row.contains(document.activeElement))
  targets[now === -1 ? 0 : now + step]?.focus()
}
