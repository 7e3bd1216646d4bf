import {
  NewParty,
  PartyMergeRequest,
  PartyPatch,
  PartySuggestionAcceptance,
  PartySuggestionDismissal,
} from '../../src/index.ts'
import type { RequestSlips } from './body-slips.ts'

/** Bodies about parties. */
export const partySlips: readonly RequestSlips[] = [
  {
    name: 'NewParty',
    schema: NewParty,
    valid: {
      name: 'Ada',
      names: [{ language: 'ja', name: 'エイダ' }],
      newAt: ['apple'],
      defaultRoles: ['main_artist'],
    },
    slips: [
      ['no name', { name: undefined }, ['/name', 'required', '"name" is required.', 'Add this member.']],
      ['an empty name', { name: '' }, ['/name', 'min_length', 'Must not be empty.']],
      [
        'a name of 201 characters',
        { name: 'A'.repeat(201) },
        ['/name', 'max_length', 'Must have at most 200 characters, but has 201.'],
      ],
      [
        'a name in a script without a language',
        { names: [{ name: 'エイダ' }] },
        ['/names/0/language', 'required', '"language" is required.', 'Add this member.'],
      ],
      [
        'a name in a language without a name',
        { names: [{ language: 'ja' }] },
        ['/names/0/name', 'required', '"name" is required.', 'Add this member.'],
      ],
      ['an empty legal name', { legalName: '' }, ['/legalName', 'min_length', 'Must not be empty.']],
      [
        'an ISNI of 41 characters',
        { isni: '0'.repeat(41) },
        ['/isni', 'max_length', 'Must have at most 40 characters, but has 41.'],
      ],
      [
        'an id that is a number',
        { apple: 1234 },
        ['/apple', 'type', 'Must be a string, not a number.', 'Put the value in quotes.'],
      ],
      [
        'eleven default roles',
        { defaultRoles: Array.from({ length: 11 }, (_, index) => `ddex:Role${'abcdefghijk'[index]}`) },
        ['/defaultRoles', 'max_items', 'Must have at most 10 entries, but has 11.'],
      ],
    ],
  },
  {
    name: 'PartyMergeRequest',
    schema: PartyMergeRequest,
    valid: { duplicate: 'pty_01JD3MZ6V8Q4W9X2K7N5T0RHYB', dryRun: true },
    slips: [
      [
        'no duplicate',
        { duplicate: undefined },
        ['/duplicate', 'required', '"duplicate" is required.', 'Add this member.'],
      ],
      ['a dry run in words', { dryRun: 'yes' }, ['/dryRun', 'type', 'Must be a boolean, not a string.']],
    ],
  },
  {
    name: 'PartySuggestionAcceptance',
    schema: PartySuggestionAcceptance,
    valid: { name: 'Ada', partyId: 'pty_01JD3MZ6V8Q4W9X2K7N5T0RHYB', dryRun: true },
    slips: [
      ['no name', { name: undefined }, ['/name', 'required', '"name" is required.', 'Add this member.']],
      ['a dry run in words', { dryRun: 'yes' }, ['/dryRun', 'type', 'Must be a boolean, not a string.']],
    ],
  },
  {
    name: 'PartySuggestionDismissal',
    schema: PartySuggestionDismissal,
    valid: { name: 'Ada', dismissed: false },
    slips: [['an empty name', { name: '' }, ['/name', 'min_length', 'Must not be empty.']]],
  },
  {
    name: 'PartyPatch',
    schema: PartyPatch,
    valid: { legalName: null, newAt: null, spotify: 'ada-1' },
    slips: [
      ['an empty name', { name: '' }, ['/name', 'min_length', 'Must not be empty.']],
      [
        'a name of 201 characters',
        { name: 'A'.repeat(201) },
        ['/name', 'max_length', 'Must have at most 200 characters, but has 201.'],
      ],
      [
        'an IPI number of 41 digits',
        { ipi: '0'.repeat(41) },
        ['/ipi', 'max_length', 'Must have at most 40 characters, but has 41.'],
      ],
      ['an empty legal name', { legalName: '' }, ['/legalName', 'min_length', 'Must not be empty.']],
      [
        'a name in a script without a language',
        { names: [{ name: 'エイダ' }] },
        ['/names/0/language', 'required', '"language" is required.', 'Add this member.'],
      ],
      [
        'an id of 101 characters',
        { spotify: 'a'.repeat(101) },
        ['/spotify', 'max_length', 'Must have at most 100 characters, but has 101.'],
      ],
    ],
  },
]
