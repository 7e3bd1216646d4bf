import {
  aiLevels,
  claimPolicies,
  commercialModels,
  compositions,
  dealUses,
  explicitValues,
  importIssueCodes,
  partyStores,
  releaseTypes,
} from '@spindle/contract/vocabulary'
import type { ChoiceField, Field, GroupField, ListField, TextField } from './field-types.ts'

/**
 * Every member of a release and of a track that people set, in the order of the form. A test compares it with the
 * document of the contract, so that none is missing. The first section is open, the others open on request.
 */

export interface Section {
  readonly name: SectionName
  readonly fields: readonly Field[]
}

export type SectionName = 'main' | 'people' | 'codes' | 'rights' | 'dates' | 'words' | 'ai' | 'territories' | 'more'

const text = (name: string, maxLength = 200, more: Partial<TextField> = {}): TextField => ({
  kind: 'text',
  name,
  maxLength,
  ...more,
})
const language = (name: string, more: Partial<TextField> = {}): TextField =>
  text(name, 35, { list: 'languages', ...more })
const choice = (name: string, options: readonly string[]): ChoiceField => ({ kind: 'choice', name, options })
const required = { isRequired: true } as const

const copyrightLine = (name: string): GroupField => ({
  kind: 'group',
  name,
  fields: [{ kind: 'number', name: 'year', min: 1900, max: 2200, ...required }, text('text', 200, required)],
})

const titles: ListField = {
  kind: 'list',
  name: 'titles',
  fields: [language('language', required), text('title', 500, required), text('subtitle')],
}

const partyIds = (name: string): GroupField => ({
  kind: 'group',
  name,
  fields: [text('isni', 40), text('ipi', 40), text('dpid', 40), text('spotify', 100), text('apple', 100)],
})

const rightsController: GroupField = {
  kind: 'group',
  name: 'rightsController',
  fields: [
    text('name', 200, required),
    partyIds('partyIds'),
    { kind: 'number', name: 'share', min: 0, max: 100, ...required },
  ],
}

const contributors: ListField = {
  kind: 'list',
  name: 'contributors',
  initial: { role: 'main_artist' },
  fields: [
    text('name', 200, { ...required, list: 'parties' }),
    { kind: 'party', name: 'partyId' },
    { kind: 'code', name: 'role', list: 'roles', ...required },
    { kind: 'words', name: 'instruments', maxLength: 80 },
    partyIds('partyIds'),
    { kind: 'choices', name: 'newAt', options: partyStores },
    { kind: 'list', name: 'names', fields: [language('language', required), text('name', 200, required)] },
    { kind: 'number', name: 'sequence', min: 1, max: 1000 },
  ],
}

const trackAiParts = ['vocals', 'instruments', 'composition', 'lyrics', 'postProduction']
const aiUsage = (parts: readonly string[]): GroupField => ({
  kind: 'group',
  name: 'aiUsage',
  fields: parts.map((part) => choice(part, aiLevels)),
})

const territories: Field = { kind: 'territories', name: 'territories' }

const deals: ListField = {
  kind: 'list',
  name: 'deals',
  initial: { territories: { mode: 'worldwide' } },
  fields: [
    { ...territories, ...required },
    text('startsAt', 24, required),
    text('endsAt', 24),
    { kind: 'choices', name: 'models', options: commercialModels, ...required },
    { kind: 'choices', name: 'uses', options: dealUses, ...required },
    text('priceTier', 50),
    { kind: 'flag', name: 'preorder' },
    choice('claimPolicy', claimPolicies),
  ],
}

/** Written by the importer; a person removes what is settled. */
const importIssues: ListField = {
  kind: 'list',
  name: 'importIssues',
  fields: [choice('code', importIssueCodes), text('message', 500, required)],
}

export const releaseSections: readonly Section[] = [
  {
    name: 'main',
    fields: [
      text('title', 500, required),
      text('version'),
      choice('type', releaseTypes),
      contributors,
      { kind: 'date', name: 'releaseDate' },
      { kind: 'date', name: 'originalReleaseDate' },
      { kind: 'code', name: 'genre', list: 'genres' },
      language('language'),
      choice('explicit', explicitValues),
      text('label', 200, { list: 'labels' }),
      text('upc', 40),
      copyrightLine('pLine'),
      copyrightLine('cLine'),
    ],
  },
  { name: 'ai', fields: [aiUsage([...trackAiParts, 'artwork'])] },
  { name: 'territories', fields: [territories, { kind: 'outlets', name: 'outlets' }] },
  {
    name: 'codes',
    fields: [text('catalogNumber', 64), text('grid', 40), text('externalId', 255), partyIds('labelPartyIds')],
  },
  {
    name: 'dates',
    fields: [{ kind: 'time', name: 'releaseTime' }, text('timeZone', 64), { kind: 'date', name: 'preorderDate' }],
  },
  {
    name: 'words',
    fields: [
      text('subtitle'),
      text('displayArtist', 500),
      { kind: 'flag', name: 'isCompilation' },
      { kind: 'code', name: 'subgenre', list: 'genres' },
      titles,
      { kind: 'words', name: 'keywords', maxLength: 50 },
      { kind: 'words', name: 'discTitles', maxLength: 200 },
      text('marketingComment', 1000, { isLong: true }),
    ],
  },
  { name: 'rights', fields: [deals, rightsController, importIssues] },
  { name: 'more', fields: [{ kind: 'map', name: 'metadata' }] },
]

export const trackSections: readonly Section[] = [
  {
    name: 'main',
    fields: [
      text('title', 500, required),
      text('version'),
      text('isrc', 40),
      choice('explicit', explicitValues),
      language('language'),
      choice('composition', compositions),
      { kind: 'flag', name: 'containsSamples' },
    ],
  },
  { name: 'people', fields: [text('displayArtist', 500), contributors] },
  {
    name: 'rights',
    fields: [
      copyrightLine('pLine'),
      text('iswc', 40),
      text('licence', 500),
      { kind: 'code', name: 'recordingCountry', list: 'territories' },
      { kind: 'number', name: 'recordingYear', min: 1860, max: 2200 },
      { kind: 'date', name: 'firstPublicationDate' },
      rightsController,
    ],
  },
  { name: 'ai', fields: [aiUsage(trackAiParts)] },
  {
    name: 'territories',
    fields: [
      territories,
      {
        kind: 'list',
        name: 'restrictions',
        fields: [
          territories,
          { kind: 'choices', name: 'models', options: commercialModels },
          { kind: 'choices', name: 'uses', options: dealUses },
        ],
      },
      {
        kind: 'group',
        name: 'availability',
        fields: ['stream', 'download', 'albumOnly', 'hidden'].map((name): Field => ({ kind: 'flag', name })),
      },
      text('priceTier', 50),
      deals,
    ],
  },
  {
    name: 'words',
    fields: [
      text('subtitle'),
      titles,
      { kind: 'code', name: 'genre', list: 'genres' },
      { kind: 'words', name: 'moods', maxLength: 50 },
      { kind: 'flag', name: 'instrumental' },
      { kind: 'number', name: 'previewStartMs', min: 0, max: 86_400, isSeconds: true },
      {
        kind: 'group',
        name: 'lyrics',
        fields: [text('text', 20_000, { isLong: true, ...required }), language('language', required)],
      },
    ],
  },
  { name: 'more', fields: [{ kind: 'number', name: 'disc', min: 1, max: 99 }] },
]

export const fieldsOf = (sections: readonly Section[]): readonly Field[] => sections.flatMap(({ fields }) => fields)
export const releaseFields = fieldsOf(releaseSections)
export const trackFields = fieldsOf(trackSections)
