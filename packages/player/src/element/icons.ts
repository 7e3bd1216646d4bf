/** Paths of icons. The circle of the large button has a hole in the shape of its sign, so it fits any background. */

const circle = 'M12 0a12 12 0 1 0 0 24a12 12 0 0 0 0-24z'

export const icons = {
  play: `${circle}M9.6 7.3v9.4l7.4-4.7z`,
  pause: `${circle}M8.2 7.5h2.6v9h-2.6zM13.2 7.5h2.6v9h-2.6z`,
  previous: 'M6 5.5h2v13h-2zM18.5 5.5v13l-9.5-6.5z',
  next: 'M16 5.5h2v13h-2zM5.5 5.5v13l9.5-6.5z',
  loud: 'M3 9.5v5h3.5l4.5 4v-13l-4.5 4zM13.8 8.2a4.6 4.6 0 0 1 0 7.6l-1-1.3a3 3 0 0 0 0-5zM15.9 5.2a8.3 8.3 0 0 1 0 13.6l-1-1.4a6.6 6.6 0 0 0 0-10.8z',
  muted:
    'M3 9.5v5h3.5l4.5 4v-13l-4.5 4zM14 9.9l1.2-1.2 2.3 2.2 2.3-2.2 1.2 1.2-2.2 2.1 2.2 2.1-1.2 1.2-2.3-2.2-2.3 2.2-1.2-1.2 2.2-2.1z',
} as const
