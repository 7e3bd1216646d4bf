const paths = {
  home: 'M3.5 9.5 10 4l6.5 5.5V16a1 1 0 0 1-1 1h-3.5v-4.5h-4V17H4.5a1 1 0 0 1-1-1Z',
  catalog: 'M10 3.5a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13M10 8.5a1.5 1.5 0 1 0 0 3a1.5 1.5 0 1 0 0-3',
  keys: 'M12.5 3.5a4 4 0 1 0 0 8a4 4 0 1 0 0-8M9.5 10.5l-6 6M5.5 14.5l1.7 1.7',
} as const

export type IconName = keyof typeof paths

/** Drawn beside a word, never instead of one. */
export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
    <path d={paths[name]} />
  </svg>
)
