import { useSyncExternalStore } from 'react'
import { readStored, save } from './storage.ts'

const key = 'spindle:shortcuts'
const listeners = new Set<() => void>()

/** Whether single keys do something (WCAG 2.1.4: they can be switched off). */
export const hasShortcuts = (): boolean => readStored(key) !== 'off'

export function useShortcutsSetting(): readonly [boolean, (isOn: boolean) => void] {
  const isOn = useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, hasShortcuts)
  return [
    isOn,
    (wished) => {
      save(key, wished ? undefined : 'off')
      for (const listener of listeners) listener()
    },
  ]
}
