/** The texts of tables that people hand in: the file, and what is wrong with it. */

const en = {
  drop: 'Drop a table (CSV, TSV or Excel)',
  dropHint: 'At most 60,000 rows. Columns are recognised by their names.',
  choose: 'Choose a table',
  tooLarge: 'The table is too large to be sent. Split it into several files.',
  problemPlace: (line: number | null, column: string | null) =>
    [line === null ? '' : `Line ${line}`, column ?? ''].filter(Boolean).join(', '),
  severities: { error: 'Error', warning: 'Warning', note: 'Note' },
}

/** Of the language of this build. */
export const tableWords = en
