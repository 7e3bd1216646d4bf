import { DefaultsChange, LabelPatch, NewLabel } from '../../src/index.ts'
import type { RequestSlips } from './body-slips.ts'

/** Bodies about labels and defaults. */
export const labelSlips: readonly RequestSlips[] = [
  {
    name: 'NewLabel',
    schema: NewLabel,
    valid: { name: 'Blue Lamp', defaults: { pLine: { text: 'Blue Lamp' }, trackDefaults: { language: 'en' } } },
    slips: [
      ['no name', { name: undefined }, ['/name', 'required', '"name" is required.', 'Add this member.']],
      ['an empty name', { name: '' }, ['/name', 'min_length', 'Must not be empty.']],
      [
        'a name of 201 characters',
        { name: 'A'.repeat(201) },
        ['/name', 'max_length', 'Must have at most 200 characters, but has 201.'],
      ],
      [
        'a line without its owner',
        { defaults: { pLine: { year: 2026 } } },
        ['/defaults/pLine/text', 'required', '"text" is required.', 'Add this member.'],
      ],
    ],
  },
  {
    name: 'LabelPatch',
    schema: LabelPatch,
    valid: { isrcPrefix: 'QZABC', upcRange: null },
    slips: [
      [
        'a prefix in small letters',
        { isrcPrefix: 'qzabc' },
        [
          '/isrcPrefix',
          'pattern',
          'Does not have the required format: ISRC prefix of the label (ISO 3901): two letters, then three letters or digits.',
          'For example, `QZABC`.',
        ],
      ],
      [
        'a whole UPC',
        { upcRange: '614141000005' },
        [
          '/upcRange',
          'pattern',
          'Does not have the required format: UPC range of the label: a GS1 company prefix of 6 to 11 digits; a U.P.C. company prefix has a zero in front.',
          'For example, `0614141`.',
        ],
      ],
    ],
  },
  {
    name: 'DefaultsChange',
    schema: DefaultsChange,
    valid: { defaults: { label: 'Blue Lamp', pLine: { text: 'Blue Lamp' } } },
    slips: [
      ['an empty label', { defaults: { label: '' } }, ['/defaults/label', 'min_length', 'Must not be empty.']],
      [
        'a year before there were records',
        { defaults: { cLine: { text: 'Ada', year: 1899 } } },
        ['/defaults/cLine/year', 'minimum', 'Must be at least 1900.'],
      ],
    ],
  },
]
