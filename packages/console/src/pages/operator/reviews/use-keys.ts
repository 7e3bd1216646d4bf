import { useEffect, useEffectEvent } from 'react'
import { hasShortcuts } from '../../../data/settings/shortcuts-setting.ts'

/** Single keys outside of fields and dialogs, unless the person has turned them off. */
export function useKeys(actions: Readonly<Record<string, (() => void) | undefined>>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { target, key, repeat, ctrlKey, metaKey, altKey } = event
    const isTyping = target instanceof HTMLElement && target.closest('input, select, textarea') !== null
    if (isTyping || ctrlKey || metaKey || altKey || !hasShortcuts() || document.querySelector('dialog[open]')) return
    const action = actions[key]
    // A key that is held down decides only once.
    if (!action || (repeat && key !== 'j' && key !== 'k')) return
    event.preventDefault()
    action()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => press(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}
