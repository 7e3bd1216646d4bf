import type { CatalogItem, CatalogTombstone } from '@spindle/client'
import { ClosedObject, listCatalog, pageQuery } from '@spindle/contract'
import { detailMember } from '../answers/answer-detail.ts'
import { defineTool, readOnlyAnnotations, requestOptions } from '../definition/define-tool.ts'

const { format: _format, ids: _ids, limit: _limit, ...filters } = listCatalog.query.properties

export const searchCatalog = defineTool({
  name: 'search_catalog',
  title: 'Search the catalog',
  description:
    'Finds releases of the account, including drafts, newest first. With query, matched says which text or track was found. Continue with page.nextCursor. Use get_release for one release.',
  gate: 'read',
  operations: ['listCatalog'],
  annotations: readOnlyAnnotations,
  input: ClosedObject({ limit: pageQuery.limit, ...filters, ...detailMember }),
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
