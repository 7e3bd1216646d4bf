/** The texts of the dialog that takes a release down. Another language is another object of this type. */

export const takedownWords = {
  title: 'Take this release down everywhere?',
  text: 'The hub asks the outlets to remove it. Each outlet confirms separately; this can take some time.',
  titleChosen: 'Take this release down at some outlets?',
  where: 'Where',
  everywhere: 'Everywhere',
  chosen: 'Selected outlets',
  noOutlet: 'Choose at least one outlet.',
  territories: 'To end it only in some countries, keep the release and submit it with other territories.',
  territoriesLink: 'Change territories',
  reason: 'Reason',
  when: 'When',
  now: 'Now',
  onDay: 'On a date',
  day: 'Date',
  dayHint: (zone: string) =>
    `The takedown starts at midnight at the beginning of this date (${zone}). You can cancel it until then.`,
  plan: 'Plan takedown',
  meaning: 'What each outlet does',
  waysTold: 'Takedown method',
  ends: 'Rights that end',
  down: 'Already taken down; nothing changes',
  withdrawn: 'Never sent there; no message needed',
}
