import { count, list } from '../english.ts'

/** The texts about names that releases credit without an artist. Another language is another object of this type. */

const en = {
  title: (names: number, areMore: boolean) =>
    `${areMore ? 'More than ' : ''}${count(names, 'name is', 'names are')} not linked to an artist`,
  lead: 'Releases credit these names without an artist. Link each name, or dismiss it.',
  columns: { name: 'Name', found: 'Found on', artist: 'Suggested artist', actions: 'Actions' },
  spellings: (names: readonly string[]) => `Also written ${list(names)}`,
  found: (releases: number, tracks: number) =>
    `${count(releases, 'release', 'releases')}, ${count(tracks, 'track', 'tracks')}`,
  none: 'None',
  reasons: {
    same_name: () => 'Same name',
    same_other_name: (matched: string) => `Also named “${matched}”`,
    similar_name: () => 'Similar name',
  },
  link: 'Link…',
  linkOf: (name: string) => `Link “${name}”…`,
  dismiss: 'Dismiss',
  dismissOf: (name: string) => `Dismiss “${name}”`,
  linked: (name: string) => `“${name}” is linked to`,
  dismissed: (name: string) => `“${name}” was dismissed and will not be suggested again.`,
  undo: 'Undo',
  dismissedNames: (names: number) => count(names, 'dismissed name', 'dismissed names'),
  dismissedTitle: 'Dismissed names',
  dismissedLead: 'The hub does not suggest these names again, not even for new releases.',
  noneDismissed: 'No name is dismissed.',
  restore: 'Suggest again',
  restoreOf: (name: string) => `Suggest “${name}” again`,
  close: 'Close',
  dialog: {
    title: (name: string) => `Link “${name}” to an artist`,
    legend: 'Artist',
    other: 'Another artist',
    create: 'A new artist',
    find: 'Find an artist',
    findHint: 'Type a name, and choose the artist.',
    spelling: 'Name of the new artist',
    createHint: 'The artist gets the identifiers that are the same in all of these releases.',
    follow: (drafts: number, tracks: number) =>
      drafts === 0
        ? 'No draft credits this name.'
        : `${count(drafts, 'draft', 'drafts')} with ${count(tracks, 'track', 'tracks')} will credit the artist within seconds.`,
    keep: (releases: number) =>
      `${count(releases, 'submitted release keeps', 'submitted releases keep')} the name without an artist.`,
    link: 'Link',
    createAction: 'Create and link',
  },
}

/** Of the language of this build. */
export const nameWords = en
