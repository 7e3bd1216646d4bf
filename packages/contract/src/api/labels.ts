import type { Static } from 'typebox'
import { isrcPrefixPattern, upcRangePattern } from '../codes/code-prefixes.ts'
import { defineOperation } from '../definition/operation.ts'
import type * as requests from '../definition/request-types.ts'
import { AnsweredDefaults, LabelDefaults, ReleaseDefaults } from '../releases/release-defaults.ts'
import {
  ClosedObject,
  CreatedAt,
  Id,
  Nullable,
  PageOf,
  pageQuery,
  Text,
  Timestamp,
  UpdatedAt,
} from '../schema/schema.ts'
import { Type } from '../schema/type.ts'

/**
 * Labels of an account, and defaults: what releases have in common is written once. A new draft takes from them what it
 * leaves out, first from its label, then from the account. A label can have an ISRC prefix and a UPC range of its own.
 */

/** How many labels an account can have. */
export const maxLabels = 5_000

const name = Text(200, {
  pattern: '\\S',
  description: 'Name of the label, as releases have it in `label`; case is ignored. Unique in the account',
  examples: ['Blue Lamp'],
})

const prefixes = {
  isrc: 'ISRC prefix of the label (ISO 3901): two letters, then three letters or digits',
  upc: 'UPC range of the label: a GS1 company prefix of 6 to 11 digits; a U.P.C. company prefix has a zero in front',
}
const isrcPrefix = { pattern: isrcPrefixPattern, maxLength: 5, description: prefixes.isrc, examples: ['QZABC'] }
const upcRange = { pattern: upcRangePattern, maxLength: 11, description: prefixes.upc, examples: ['0614141'] }
const textOrNull = (options: object) => Type.Unsafe<string | null>({ type: ['string', 'null'], ...options })
const answeredPrefix = (description: string, maxLength: number) =>
  Nullable(Type.String({ maxLength, description: `${description}; null if there is none` }))

/** Body of `createLabel`. */
export const NewLabel = ClosedObject({
  name,
  defaults: Type.Optional(LabelDefaults),
  isrcPrefix: Type.Optional(Type.String(isrcPrefix)),
  upcRange: Type.Optional(Type.String(upcRange)),
})
export type NewLabel = requests.NewLabel

/** Body of `updateLabel`. Members that are left out stay; `defaults` are replaced whole; null removes a prefix or range. */
export const LabelPatch = ClosedObject({
  name: Type.Optional(name),
  defaults: Type.Optional(LabelDefaults),
  isrcPrefix: Type.Optional(textOrNull(isrcPrefix)),
  upcRange: Type.Optional(textOrNull(upcRange)),
})
export type LabelPatch = requests.LabelPatch

/** A label as answered. */
export const Label = Type.Object({
  id: Id('lbl'),
  name: Type.String({ maxLength: 200, description: 'Name of the label' }),
  defaults: AnsweredDefaults,
  isrcPrefix: answeredPrefix(prefixes.isrc, 5),
  upcRange: answeredPrefix(prefixes.upc, 11),
  createdAt: CreatedAt,
  updatedAt: UpdatedAt,
})
export type Label = Static<typeof Label>

/** Body of `updateDefaults`. */
export const DefaultsChange = ClosedObject({ defaults: ReleaseDefaults })
export type DefaultsChange = requests.DefaultsChange

/** The defaults of an account as answered. */
export const AccountDefaults = Type.Object({
  defaults: AnsweredDefaults,
  updatedAt: Nullable({ ...Timestamp, description: 'When they were last changed; null if they never were' }),
})
export type AccountDefaults = Static<typeof AccountDefaults>

const path = '/api/v1/distributor/labels'
const one = `${path}/{labelId}` as const
const ofDefaults = '/api/v1/distributor/defaults'
const reading = { tag: 'Labels', auth: 'apiKey', permission: 'music:read' } as const
const changing = { tag: 'Labels', auth: 'apiKey', permission: 'music:write' } as const
const ofOne = { params: Type.Object({ labelId: Id('lbl') }), notFound: 'label_not_found' } as const

export const createLabel = defineOperation({
  ...changing,
  id: 'createLabel',
  method: 'POST',
  path,
  summary: 'Create a label',
  description:
    'New drafts whose `label` is its name take from its `defaults` what they leave out. A release with this `label` that is submitted without codes gets them from `isrcPrefix` and `upcRange`. The operator must have allowed both for the account.',
  body: NewLabel,
  responses: { 201: { schema: Label, description: 'The label' } },
  grows: true,
  errors: ['quota_exceeded', 'label_name_taken'],
})

const query = Type.Object({
  ...pageQuery,
  query: Type.Optional(Text(200, { description: 'Part of a name; case is ignored' })),
})
/** The query of `listLabels`. */
export type LabelsQuery = requests.LabelsQuery

export const listLabels = defineOperation({
  ...reading,
  id: 'listLabels',
  method: 'GET',
  path,
  summary: 'List labels, newest first',
  query,
  responses: { 200: { schema: PageOf(Label), description: 'A page of labels' } },
  errors: ['cursor_invalid'],
})

export const getLabel = defineOperation({
  ...reading,
  ...ofOne,
  id: 'getLabel',
  method: 'GET',
  path: one,
  summary: 'Get one label',
  responses: { 200: { schema: Label, description: 'The label' } },
  errors: [],
  conditional: true,
})

export const updateLabel = defineOperation({
  ...changing,
  ...ofOne,
  id: 'updateLabel',
  method: 'PATCH',
  path: one,
  summary: 'Change a label',
  description:
    'Members that are left out stay; `defaults` are replaced whole; null removes `isrcPrefix` or `upcRange`. Only new drafts take the changed values. Releases that exist do not change, also not with a new name.',
  body: LabelPatch,
  responses: { 200: { schema: Label, description: 'The changed label' } },
  errors: ['label_name_taken'],
  conditional: true,
})

export const deleteLabel = defineOperation({
  ...changing,
  ...ofOne,
  id: 'deleteLabel',
  method: 'DELETE',
  path: one,
  summary: 'Delete a label',
  description: 'Releases keep its name and the values that they took from it.',
  responses: { 204: { schema: null, description: 'The label was deleted' } },
  errors: [],
  conditional: true,
})

export const getDefaults = defineOperation({
  ...reading,
  id: 'getDefaults',
  method: 'GET',
  path: ofDefaults,
  summary: 'Get the defaults of the account',
  responses: { 200: { schema: AccountDefaults, description: 'The defaults; an empty object if none are set' } },
  errors: [],
  conditional: true,
})

export const updateDefaults = defineOperation({
  ...changing,
  id: 'updateDefaults',
  method: 'PATCH',
  path: ofDefaults,
  summary: 'Replace the defaults of the account',
  description:
    'New drafts take from them what neither the request nor the defaults of the label have. Releases that exist do not change.',
  body: DefaultsChange,
  responses: { 200: { schema: AccountDefaults, description: 'The changed defaults' } },
  errors: [],
  conditional: true,
})

/** The operations of this file. */
export const labelOperations = [
  createLabel,
  listLabels,
  getLabel,
  updateLabel,
  deleteLabel,
  getDefaults,
  updateDefaults,
] as const
