import { count } from '../english.ts'

/** The texts of the trash, loaded with it. Another language is another object of this type. */

const en = {
  lead: 'Deleted drafts. You can restore a draft until the hub erases it.',
  columns: { release: 'Release', tracks: 'Tracks', deleted: 'Deleted', left: 'Left' },
  by: (name: string) => `by ${name}`,
  actors: { key: 'an API key', operator: 'the operator', system: 'the hub', drop: 'a drop' } as Readonly<
    Record<string, string>
  >,
  other: 'a member',
  days: (days: number) => (days < 1 ? 'Less than a day' : count(days, 'day', 'days')),
  restore: 'Restore',
  restoreOf: (title: string) => `Restore ${title}`,
  restored: (title: string) => `“${title}” is a draft again.`,
  open: 'Open the draft',
  erase: 'Erase',
  eraseOf: (title: string) => `Erase ${title}`,
  eraseTitle: (title: string) => `Erase “${title}”?`,
  eraseText: 'The draft cannot be restored after this.',
  change: 'restore drafts',
  emptyTitle: 'The trash is empty',
  empty: 'A draft that you delete stays here for some time, and can be restored.',
}

/** Of the language of this build. */
export const trashWords = en
