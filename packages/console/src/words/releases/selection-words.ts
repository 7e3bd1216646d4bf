import { count, figure } from '../english.ts'

/** The texts of what is chosen in the catalog, loaded with its bar. Another language is another object of this type. */

const en = {
  selectMatching: (releases: number) => `Select all ${figure(releases)}`,
  matching: (releases: number) => `All ${count(releases, 'release', 'releases')} selected`,
  notOut: 'Releases that are not at any outlet do not change.',
}

/** Of the language of this build. */
export const selectionWords = en
