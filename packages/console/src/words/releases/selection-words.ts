import { count, figure } from '../english.ts'

/** The texts of what is chosen in the catalog, loaded with its bar. Another language is another object of this type. */

const en = {
  selected: (selected: number) => `${count(selected, 'release', 'releases')} selected`,
  unselect: 'Clear selection',
  check: 'Check',
  submit: {
    action: 'Submit',
    title: (releases: number) => `Submit ${count(releases, 'release', 'releases')}?`,
    text: 'Each release is checked. Those with issues are refused and stay as they are; the others are submitted.',
  },
  takedown: {
    action: 'Take down',
    title: (releases: number) => `Take ${count(releases, 'release', 'releases')} down everywhere?`,
    text: 'The hub asks every outlet that has them to remove them. Each outlet confirms separately; this can take some time.',
    skipped: (releases: number) =>
      `${count(releases, 'selected release is', 'selected releases are')} not at any outlet and will not change.`,
    nothing: 'None of the selected releases is at an outlet.',
    reason: 'Reason',
  },
  selectMatching: (releases: number) => `Select all ${figure(releases)}`,
  matching: (releases: number) => `All ${count(releases, 'release', 'releases')} selected`,
  notOut: 'Releases that are not at any outlet do not change.',
}

/** Of the language of this build. */
export const selectionWords = en
