const paths = {
  home: 'M3.5 9.5 10 4l6.5 5.5V16a1 1 0 0 1-1 1h-3.5v-4.5h-4V17H4.5a1 1 0 0 1-1-1Z',
  deliver: 'M10 13V3.5M6.5 7 10 3.5 13.5 7M3.5 12.5V16a1 1 0 0 0 1 1h11a1 1 0 0 0 1-1v-3.5',
  catalog: 'M10 3.5a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13M10 8.5a1.5 1.5 0 1 0 0 3a1.5 1.5 0 1 0 0-3',
  analytics: 'M4 16.5V11M8 16.5V6.5M12 16.5V9M16 16.5V3.5',
  reports: 'M5 3.5h6.5l3.5 3.5v9.5H5ZM8 10h4M8 13h4',
  keys: 'M12.5 3.5a4 4 0 1 0 0 8a4 4 0 1 0 0-8M9.5 10.5l-6 6M5.5 14.5l1.7 1.7',
  more: 'M3.5 6h13M3.5 10h13M3.5 14h13',
  operator: 'M3.5 6h8M15.5 6h1M3.5 14h1M8.5 14h8M13.5 4v4M6.5 12v4',
  reviews: 'M4 10.5l4 4 8-9',
  inbox: 'M3.5 5h13v10h-13ZM3.5 6l6.5 5 6.5-5',
  properties: 'M10 3.5a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13M3.5 10h13M10 3.5c-4 4-4 9 0 13c4-4 4-9 0-13',
  accounts: 'M4 16.5v-10l6-3 6 3v10ZM8 16.5v-4h4v4',
  people: 'M10 4a3 3 0 1 0 0 6a3 3 0 1 0 0-6M4 16.5c0-3 2.5-4.5 6-4.5s6 1.5 6 4.5',
  labels: 'M3.5 4v5.5l7 7 6-6-7-7H4ZM7 7h.1',
  stores: 'M4 8.5V16h12V8.5M3 8.5l1.5-4.5h11L17 8.5ZM8 16v-4h4v4',
  system: 'M4 5h12v4H4ZM4 11.5h12v4H4ZM6.5 7h.1M6.5 13.5h.1',
  team: 'M7.5 4a3 3 0 1 0 0 6a3 3 0 1 0 0-6M2.5 16.5c0-3 2-4.5 5-4.5s5 1.5 5 4.5M13 4.5a3 3 0 0 1 0 5.5M15 12.5c1.6.6 2.5 2 2.5 4',
  activity: 'M10 3.5a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13M10 6.5V10l2.5 2',
} as const

export type IconName = keyof typeof paths

/** Drawn beside a word, never instead of one. */
export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
    <path d={paths[name]} />
  </svg>
)
