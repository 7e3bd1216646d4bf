import type { Static } from 'typebox'
import { tablePresets } from '../definition/exchange-lists.ts'
import { limits } from '../definition/limits.ts'
import type * as requests from '../definition/request-types.ts'
import { transferFindingCodes, transferStates, transferStatuses } from '../definition/transfer-lists.ts'
import {
  CalendarDate,
  ClosedObject,
  CreatedAt,
  Described,
  Id,
  Nullable,
  OneOf,
  Text,
  Timestamp,
} from '../schema/schema.ts'
import { Type } from '../schema/type.ts'
import { TableProblem } from './releases/table-import-model.ts'
import { TableMapping, TableMappingName } from './releases/table-mapping.ts'

/** Transfers of a catalog from another distributor: what it has, how the hub differs, and how far each store is. */

/** The most releases of one transfer, and the most transfers of an account. */
export const maxTransferReleases = 10_000
export const maxTransfers = 20
/** The most tracks that a release of a transfer may have. */
export const maxTransferTracks = limits.maxTracksPerRelease
/** The most stores of one transfer. */
const maxStores = 100

const OutletId = Text(64, { description: 'Id of an outlet' })

const named = {
  name: Text(200, { description: 'What you call it' }),
  distributor: Text(200, { description: 'Name of the old distributor' }),
  deadline: { ...CalendarDate, description: 'The day on which the old distributor takes its copies down' },
}

const stores = (description: string) =>
  Type.Array(OutletId, { minItems: 1, maxItems: maxStores, uniqueItems: true, description })

/** Body of `createTransfer`. */
export const NewTransfer = ClosedObject(
  {
    ...named,
    table: Type.String({
      minLength: 4,
      maxLength: Math.ceil((limits.maxTableBytes * 4) / 3) + 4,
      pattern: '^[A-Za-z0-9+/]+={0,2}$',
      description: 'The catalog as the old distributor exports it (csv, tsv or xlsx), in base64. At most 8 MiB of file',
      examples: ['dXBjLHRpdGxlCg=='],
    }),
    filename: Type.Optional(Text(255, { description: 'Display name of the file' })),
    preset: Type.Optional(
      OneOf(tablePresets, { description: 'What the columns mean; default: recognised by their names' }),
    ),
    mapping: Type.Optional({
      ...TableMapping,
      description: 'The meaning of the columns. preset, mapping and mappingName exclude each other',
    }),
    mappingName: Type.Optional({ ...TableMappingName, description: 'The name of a kept mapping' }),
    outlets: Type.Optional(
      stores('The stores that have the releases from both distributors. Default: all outlets but websites'),
    ),
  },
  {
    examples: [
      { name: 'Spring move', distributor: 'Old Distributor', deadline: '2027-03-31', table: 'dXBjLHRpdGxlCg==' },
    ],
  },
)
export type NewTransfer = requests.NewTransfer

/** Body of `updateTransfer`. */
export const TransferPatch = ClosedObject(
  {
    name: Type.Optional(named.name),
    distributor: Type.Optional(named.distributor),
    deadline: Type.Optional(named.deadline),
    outlets: Type.Optional(
      stores(
        'All stores that have the releases from both distributors. The marks of a store that is left out are kept',
      ),
    ),
  },
  { examples: [{ deadline: '2027-04-30' }] },
)
export type TransferPatch = requests.TransferPatch

/** Body of `markTransferReleases`. */
export const TransferMark = ClosedObject(
  {
    outlet: Text(64, { description: 'Id of the store' }),
    upcs: Type.Optional(
      Type.Array(Text(40, { description: 'UPC or EAN of a release' }), {
        minItems: 1,
        maxItems: 1000,
        description:
          'The releases. Default: all that are live at the store, or with oldIsDown false all that are marked',
      }),
    ),
    oldIsDown: Type.Optional(
      Type.Boolean({ description: 'false removes the marks of releases that are still up. Default true' }),
    ),
    reason: Type.Optional(
      Text(500, {
        description: 'Why releases are marked that are not live at the store yet. Without it they are refused',
      }),
    ),
  },
  { examples: [{ outlet: 'sandbox' }] },
)
export type TransferMark = requests.TransferMark

const count = (description: string) => Type.Integer({ minimum: 0, maximum: 1_000_000, description })

const StoreName = Type.Object(
  {
    id: Type.String({ maxLength: 64, description: 'Id of the outlet' }),
    name: Type.String({ maxLength: 200, description: 'Name of the outlet' }),
  },
  { description: 'The store' },
)

const transferMembers = {
  id: Id('trf'),
  name: Type.String({ maxLength: 200, description: 'What you call it' }),
  distributor: Type.String({ maxLength: 200, description: 'Name of the old distributor' }),
  deadline: { ...CalendarDate, description: 'The day on which the old distributor takes its copies down' },
  daysLeft: Type.Integer({
    minimum: -1_000_000,
    maximum: 4_000_000,
    description: 'Days until the deadline, in UTC; negative once it is over',
  }),
  status: OneOf(transferStatuses, {
    description: 'waiting: the table is not read yet. ready: it is compared. refused: `problems` says why',
  }),
  filename: Nullable(Type.String({ maxLength: 255, description: 'Display name; null if the client sent none' })),
  outlets: Type.Array(StoreName, { maxItems: maxStores, description: 'The stores of the transfer' }),
  releases: count('Releases in the table'),
  tracks: count('Tracks in the table'),
  suggestedMapping: Described(
    Nullable(TableMapping),
    'What the columns may mean, guessed by their names. Correct it and send it as `mapping`. null if nothing is guessed',
  ),
  ignoredColumns: Type.Array(Type.String({ maxLength: 500 }), {
    maxItems: 256,
    description: 'Columns of the table that were not read',
  }),
  problems: Described(Type.Array(TableProblem, { maxItems: 20 }), 'Why the table was refused; empty if it was not'),
  createdAt: CreatedAt,
}

/** A transfer without its progress. */
export const Transfer = Type.Object(transferMembers)
export type Transfer = Static<typeof Transfer>

/** A transfer with what differs and how far each store is. */
export const TransferProgress = Type.Object({
  ...transferMembers,
  comparison: Type.Object(
    {
      errors: count('Releases with a difference that would break play counts'),
      warnings: count('Releases whose differences are only visible'),
      equal: count('Releases without a difference'),
    },
    { description: 'The releases by the worst of their findings' },
  ),
  progress: Described(
    Type.Array(
      Type.Object({
        outlet: StoreName,
        notSent: count('Releases that were not sent to the store, or that it refused'),
        sent: count('Releases that are on their way'),
        live: count('Releases that are live, while the old copy is up'),
        oldDown: count('Releases whose old copy is down'),
      }),
      { maxItems: maxStores },
    ),
    'The releases at each store by state',
  ),
})
export type TransferProgress = Static<typeof TransferProgress>

const place = Type.Integer({ minimum: 1, maximum: 100_000_000, description: 'Line of the table' })

/** A difference between the table of the old distributor and the catalog. */
export const TransferFinding = Type.Object({
  code: OneOf(transferFindingCodes, { description: 'What differs' }),
  severity: OneOf(['error', 'warning'] as const, {
    description: 'error: stores would count plays from the start. warning: the difference is visible',
  }),
  line: Described(Nullable(place), 'Line of the table; null for a track that the table does not have'),
  trackId: Described(Nullable(Id('trk')), 'The track of the hub; null if there is none, or if it is about the release'),
  message: Type.String({ maxLength: 2000, description: 'What differs' }),
  fix: Type.String({ maxLength: 1000, description: 'What to do about it' }),
})
export type TransferFinding = Static<typeof TransferFinding>

/** How far one release is at one store. */
export const TransferStore = Type.Object({
  outlet: StoreName,
  state: OneOf(transferStates, {
    description:
      'not_sent: the store was not offered the release, refused it, or has taken it down. sent: the store was offered it. live: the new release is live. old_down: the old copy is marked as down',
  }),
  liveAt: Nullable({ ...Timestamp, description: 'Since when the new release is live; null if it is not' }),
  markedAt: Nullable({ ...Timestamp, description: 'When the old copy was marked as down; null if it is not' }),
  markedBy: Nullable(
    Type.String({ maxLength: 200, description: 'Name or id of the person or key; null if it is not marked' }),
  ),
  reason: Nullable(
    Type.String({ maxLength: 500, description: 'Why it was marked before the new release was live; null otherwise' }),
  ),
})
export type TransferStore = Static<typeof TransferStore>

/** A release as the old distributor has it, compared with the catalog. */
export const TransferRelease = Type.Object({
  position: Type.Integer({ minimum: 1, maximum: maxTransferReleases, description: 'Its place in the table' }),
  line: place,
  upc: Type.String({ maxLength: 14, description: 'UPC or EAN' }),
  title: Nullable(Type.String({ maxLength: 500, description: 'Title; null if the table has none' })),
  artist: Nullable(Type.String({ maxLength: 1000, description: 'Artist; null if the table has none' })),
  isrcs: Type.Array(Type.String({ maxLength: 12 }), {
    maxItems: maxTransferTracks,
    description: 'ISRCs of its tracks, in the order of the table',
  }),
  releaseId: Described(Nullable(Id('rel')), 'The release of the catalog with this UPC; null if there is none'),
  errors: count('Findings of severity error'),
  warnings: count('Findings of severity warning'),
  findings: Described(Type.Array(TransferFinding, { maxItems: 100 }), 'What differs, errors first; at most 100'),
  stores: Described(Type.Array(TransferStore, { maxItems: maxStores }), 'How far it is at each store'),
})
export type TransferRelease = Static<typeof TransferRelease>

/** What a mark has changed. */
export const TransferMarked = Type.Object({
  changed: count('Releases whose mark was set or removed'),
  unchanged: count('Named releases that were already so'),
})
export type TransferMarked = Static<typeof TransferMarked>
