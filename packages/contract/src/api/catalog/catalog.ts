import type { Static } from 'typebox'
import { catalogParts } from '../../definition/closed-lists.ts'
import { limits } from '../../definition/limits.ts'
import { defineOperation } from '../../definition/operation.ts'
import type * as requests from '../../definition/request-types.ts'
import { DeliverySummary, LiveAt, OutletKind } from '../../releases/deliveries.ts'
import { listed } from '../../releases/listed-members.ts'
import {
  matchedMember,
  PendingRevision,
  searchQuery,
  sortQuery,
  stateQuery,
  Validation,
} from '../../releases/release-listing.ts'
import { ReleaseTypeSchema } from '../../releases/release-members.ts'
import { Explicitness, OpenObject, territories } from '../../releases/release-parts.ts'
import { deliveryStatuses, explicitValues, releaseStatuses, releaseTypes } from '../../releases/release-vocabulary.ts'
import {
  CalendarDate,
  CreatedAt,
  Id,
  Nullable,
  OneOf,
  PageOf,
  pageQuery,
  Text,
  Timestamp,
  UpdatedAt,
} from '../../schema/schema.ts'
import { Type } from '../../schema/type.ts'

/** The catalog: everything the account has delivered or drafted, both families, in one shape that is easy to mirror. */

/** One track of a release of the catalog. `isrc` and `durationMs` are `null` while unknown. */
export const CatalogTrack = Type.Object({
  id: Id('trk'),
  disc: Type.Integer({ minimum: 1, maximum: 99, description: 'Disc number' }),
  number: Type.Integer({ minimum: 1, maximum: 500, description: 'Position on its disc' }),
  title: listed.title,
  isrc: listed.isrc,
  durationMs: listed.durationMs,
})
export type CatalogTrack = Static<typeof CatalogTrack>

/** The status of the release at one outlet. */
export const CatalogDelivery = Type.Object({
  outlet: Type.String({ maxLength: 64, description: 'Id of the outlet' }),
  kind: OutletKind,
  status: OneOf(deliveryStatuses),
  liveAt: LiveAt,
  updatedAt: UpdatedAt,
})
export type CatalogDelivery = Static<typeof CatalogDelivery>

/** One release of the catalog. `null` where nothing is set. */
export const CatalogItem = Type.Object({
  id: Id('rel'),
  deleted: Type.Literal(false, { description: 'false: the release exists' }),
  type: ReleaseTypeSchema,
  title: listed.title,
  displayArtist: listed.displayArtist,
  label: listed.label,
  upc: listed.upc,
  status: OneOf(releaseStatuses),
  releaseDate: listed.releaseDate,
  trackCount: Type.Integer({ minimum: 0, maximum: 500, description: 'Number of tracks' }),
  durationMs: Nullable(
    Type.Integer({ minimum: 0, description: 'Total length of the tracks; null until all tracks are analysed' }),
  ),
  explicit: Nullable(Explicitness(explicitValues)),
  territories: territories(OpenObject),
  coverUploadId: listed.coverUploadId,
  deliverySummary: DeliverySummary,
  validation: Validation,
  pendingRevision: PendingRevision,
  legacy: Type.Boolean({ description: 'Created with the single-asset API' }),
  tracks: Type.Optional(
    Type.Array(CatalogTrack, { maxItems: limits.maxTracksPerRelease, description: 'Only with include=tracks' }),
  ),
  deliveries: Type.Optional(
    Type.Array(CatalogDelivery, { maxItems: 1000, description: 'Only with include=deliveries' }),
  ),
  ...matchedMember,
  createdAt: CreatedAt,
  updatedAt: UpdatedAt,
})
export type CatalogItem = Static<typeof CatalogItem>

/** What a mirror must forget: a draft that was deleted. Appears with `updatedSince` only. */
export const CatalogTombstone = Type.Object({
  id: Id('rel'),
  deleted: Type.Literal(true, { description: 'true: the draft was deleted; remove it from a mirror' }),
  updatedAt: UpdatedAt,
})
export type CatalogTombstone = Static<typeof CatalogTombstone>

const path = '/api/v1/distributor/catalog'
const reading = { method: 'GET', tag: 'Catalog', auth: 'apiKey', permission: 'catalog:read' } as const

/** How many releases can be requested together: as many as fit on a page. */
export const maxReleaseIds = 100

/** Which releases: members of the query of the catalog, and of the body of `createBulk`. */
export const catalogFilters = {
  type: Type.Optional(OneOf(releaseTypes, { description: 'Only releases of this type' })),
  status: Type.Optional(OneOf(releaseStatuses, { description: 'Only releases with this status' })),
  upc: Type.Optional(Text(40, { description: 'UPC, EAN or GTIN-14 in any format' })),
  isrc: Type.Optional(Text(40, { description: 'ISRC of one of the tracks in any format' })),
  artist: Type.Optional(Text(200, { description: 'Part of the display artist; case is ignored' })),
  label: Type.Optional(Text(200, { description: 'Part of the label; case is ignored' })),
  territory: Type.Optional(
    Type.String({
      pattern: '^[A-Z]{2}$',
      maxLength: 2,
      description: 'Only releases offered in this territory, ISO 3166-1 alpha-2',
      examples: ['DE'],
    }),
  ),
  ...stateQuery,
  releasedFrom: Type.Optional({ ...CalendarDate, description: 'Earliest release date' }),
  releasedTo: Type.Optional({ ...CalendarDate, description: 'Latest release date, inclusive' }),
}

const query = Type.Object({
  ...pageQuery,
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      description: 'Items per page, default 20. Without it, csv and ndjson have the whole list',
    }),
  ),
  ...searchQuery,
  ...catalogFilters,
  updatedSince: Type.Optional({
    ...Timestamp,
    description:
      'Changes since this time, oldest first, with tombstones. To mirror the catalog without gaps, send your newest updatedAt minus one minute (no write takes longer) and overwrite items by id',
  }),
  ids: Type.Optional(
    Text(maxReleaseIds * 32, { description: `Only these releases, separated by commas; at most ${maxReleaseIds}` }),
  ),
  ...sortQuery,
  include: Type.Optional(Text(40, { description: `Separated by commas: ${catalogParts.join(', ')}` })),
  format: Type.Optional(
    OneOf(['json', 'csv', 'ndjson'] as const, {
      default: 'json',
      description:
        'Without it, Accept decides. csv and ndjson return the whole list, or pages if you set limit (follow Link rel="next"). If the connection breaks, the last chunk is missing',
    }),
  ),
})

/** The query of `listCatalog`. */
export type CatalogQuery = requests.CatalogQuery

export const listCatalog = defineOperation({
  ...reading,
  id: 'listCatalog',
  path,
  summary: 'List the catalog, newest first, or its changes since a given time',
  description:
    'All releases and drafts of the account from both API families in one format. Responses have an ETag, so polling is cheap.',
  query,
  responses: {
    200: {
      schema: PageOf(Type.Union([CatalogItem, CatalogTombstone])),
      description: 'A page of the catalog',
      mediaTypes: ['text/csv', 'application/x-ndjson'],
    },
  },
  errors: ['cursor_invalid'],
  conditional: true,
})

export const getCatalogItem = defineOperation({
  ...reading,
  id: 'getCatalogItem',
  path: `${path}/{releaseId}`,
  summary: 'Get one release of the catalog with its tracks and deliveries',
  params: Type.Object({ releaseId: Id('rel') }),
  responses: { 200: { schema: CatalogItem, description: 'The release' } },
  notFound: 'release_not_found',
  errors: [],
  conditional: true,
})

/** The operations of this file. */
export const catalogOperations = [listCatalog, getCatalogItem] as const
