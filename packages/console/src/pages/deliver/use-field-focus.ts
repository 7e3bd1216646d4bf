import { useEffect } from 'react'
import { useLocation } from 'wouter'

/**
 * A link to a field names its place after the `#`; once its step is shown, it has the focus, with what folds it open.
 * Fields of tracks are there once the release is: `shown` changes with them.
 */
export function useFieldFocus(shown: number): void {
  const [path] = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another step shows other fields
  useEffect(() => {
    const show = (): void => {
      const place = decodeURIComponent(location.hash.slice(1))
      if (place === '') return
      const found = findPlace(place)
      if (!found) return
      history.replaceState(history.state, '', location.pathname + location.search)
      for (let above = found.closest('details'); above; above = above.parentElement?.closest('details') ?? null)
        above.open = true
      const field = fieldIn(found)
      field.focus()
      field.scrollIntoView({ block: 'center' })
    }
    // After the frame has put the focus on the page, as after every navigation.
    const timer = setTimeout(show)
    // After the track of the field has opened.
    const showLater = (): void => void setTimeout(show)
    addEventListener('hashchange', showLater)
    return () => {
      clearTimeout(timer)
      removeEventListener('hashchange', showLater)
    }
  }, [path, shown])
}

/** For a group its first field, so that the focus is on an input. */
const fieldIn = (found: HTMLElement): HTMLElement =>
  (found.matches('fieldset') && found.querySelector<HTMLElement>('input, select, textarea, button')) || found

/** The field itself, or the nearest that it is a part of. */
function findPlace(place: string): HTMLElement | undefined {
  for (let at = place; at !== ''; at = at.replace(/\/?[^/]*$/, '')) {
    const found = document.querySelector<HTMLElement>(`[data-place="${CSS.escape(at)}"]`)
    if (found) return found
  }
  return undefined
}
