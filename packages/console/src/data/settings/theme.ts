import { useState } from 'react'
import { readStored, save } from './storage.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

// public/head.js reads it before the first paint.
const key = 'spindle:theme'

export function useTheme(): readonly [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState<Theme>(() => themes.find((name) => name === readStored(key)) ?? 'system')
  return [
    theme,
    (chosen) => {
      setTheme(chosen)
      save(key, chosen === 'system' ? undefined : chosen)
      if (chosen === 'system') delete document.documentElement.dataset.theme
      else document.documentElement.dataset.theme = chosen
    },
  ]
}
