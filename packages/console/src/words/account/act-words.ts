import { count, figure } from '../english.ts'

/** The texts for a takedown or a delivery as one row of activity. */
export const actWords = {
  names: { delivery: 'Delivery', takedown: 'Takedown' },
  /** Before it was sent to an outlet. */
  begun: { delivery: 'started', takedown: 'requested' },
  done: {
    delivery: (outlets: number) => `live at ${count(outlets, 'outlet', 'outlets')}`,
    takedown: (outlets: number) => `${count(outlets, 'outlet', 'outlets')} confirmed`,
  },
  allDone: (outlets: number) => `${figure(outlets)} of ${count(outlets, 'outlet', 'outlets')} confirmed`,
  failed: (outlets: number) => `${figure(outlets)} failed`,
  refused: (outlets: number) => `${figure(outlets)} refused`,
  waiting: (outlets: number) => `${figure(outlets)} waiting`,
  show: (events: number) => `Show ${count(events, 'event', 'events')}`,
  hide: (events: number) => `Hide ${count(events, 'event', 'events')}`,
  toggleOf: (toggle: string, act: string, release: string) => `${toggle}: ${act}, ${release}`,
}
