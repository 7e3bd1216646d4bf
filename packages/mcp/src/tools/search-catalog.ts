import type { CatalogItem, CatalogTombstone } from '@spindle/client'
import { ClosedObject, deliveryStates, listCatalog, OneOf, pageQuery, Timestamp, Type } from '@spindle/contract'
import { detailMember } from '../answers/answer-detail.ts'
import { defineTool, readOnlyAnnotations, requestOptions } from '../definition/define-tool.ts'

const {
  format: _format,
  ids: _ids,
  limit: _limit,
  deliveryReason: _deliveryReason,
  hasUnsentChanges: _hasUnsentChanges,
  needsAttention: _needsAttention,
  ...filters
} = listCatalog.query.properties

// Shorter than in the contract: agents do not mirror the catalog.
const shortened = {
  deliveryState: Type.Optional(
    OneOf(deliveryStates, { description: 'State at deliveredTo, or at any outlet; failed includes refused' }),
  ),
  hasErrors: Type.Optional(Type.Boolean({ description: 'With, or without, findings that block submission' })),
  updatedSince: Type.Optional({ ...Timestamp, description: 'Changes since this time, oldest first, with tombstones' }),
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
