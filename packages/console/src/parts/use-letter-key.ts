import { useEffect, useRef } from 'react'
import { readStored } from '../data/storage.ts'

/** Where single letters do nothing, for those whom they surprise (WCAG 2.1.4). */
const switchKey = 'spindle:letters'

const takesLetters = 'input, textarea, select, dialog, [contenteditable]'

/** A letter that does something by itself, outside of fields and dialogs. */
export function useLetterKey(letter: string, onPress: () => void): void {
  const press = useRef(onPress)
  press.current = onPress
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.key !== letter || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (event.target instanceof Element && event.target.closest(takesLetters)) return
      if (document.querySelector('dialog[open]') || readStored(switchKey) === 'off') return
      event.preventDefault()
      press.current()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [letter])
}
