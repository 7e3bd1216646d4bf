import { useEffect, useRef } from 'react'

/** Ctrl+Enter or Cmd+Enter, wherever one is on the page; without a function it is left to others. */
export function useSendKey(onSend: (() => void) | undefined): void {
  const send = useRef(onSend)
  send.current = onSend
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return
      if (!send.current) return
      // A dialog has its own form.
      if (document.querySelector('dialog[open]')) return
      event.preventDefault()
      send.current()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
