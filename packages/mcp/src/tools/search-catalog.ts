import type { CatalogItem, CatalogTombstone } from '@spindle/client'
import {
  ClosedObject,
  deliveryStates,
  listCatalog,
  OneOf,
  pageQuery,
  releaseStatuses,
  releaseTypes,
  Text,
  Type,
} from '@spindle/contract'
import { detailMember } from '../answers/answer-detail.ts'
import { defineTool, readOnlyAnnotations, requestOptions } from '../definition/define-tool.ts'

const {
  format: _format,
  ids: _ids,
  limit: _limit,
  deliveryReason: _deliveryReason,
  hasErrors: _hasErrors,
  hasUnsentChanges: _hasUnsentChanges,
  needsAttention: _needsAttention,
  ...filters
} = listCatalog.query.properties

/** With fewer words than in the contract: all schemas together have a budget. */
const shortened = {
  type: Type.Optional(OneOf(releaseTypes)),
  status: Type.Optional(OneOf(releaseStatuses)),
  upc: Type.Optional(Text(40, { description: 'UPC or EAN' })),
  deliveredTo: Type.Optional(Text(64, { description: 'Id of an outlet that has or gets it' })),
  deliveryState: Type.Optional(
    OneOf(deliveryStates, { description: 'At deliveredTo, or anywhere; failed includes refused' }),
  ),
}

export const searchCatalog = defineTool({
  name: 'search_catalog',
  title: 'Search the catalog',
  description:
    'Finds releases of the account, including drafts, newest first. With query, matched says which text or track was found. Continue with page.nextCursor. Use get_release for one release.',
  gate: 'read',
  operations: ['listCatalog'],
  annotations: readOnlyAnnotations,
  input: ClosedObject({ limit: pageQuery.limit, ...filters, ...shortened, ...detailMember }),
  async run({ detail, ...query }, context) {
    const { data, page } = await context.client.catalog.list(query, requestOptions(context)).page()
    return { releases: detail === 'full' ? data : data.map(shortItem), page }
  },
})

const shortItem = (item: CatalogItem | CatalogTombstone) =>
  item.deleted
    ? item
    : {
        id: item.id,
        title: item.title,
        displayArtist: item.displayArtist,
        type: item.type,
        status: item.status,
        releaseDate: item.releaseDate,
        upc: item.upc,
        trackCount: item.trackCount,
        // Only with query.
        matched: item.matched,
        // Left out unless requested with include.
        tracks: item.tracks,
        deliveries: item.deliveries,
      }
