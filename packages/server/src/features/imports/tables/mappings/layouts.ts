import { type TableField, type TableMapping, type TablePreset, tableFields } from '@spindle/contract'

/** The layouts that the hub knows. They have the same format as the mappings of accounts. */

export interface Layout {
  readonly mapping: TableMapping
  /** The layout is recognised only by a head with all of these fields. */
  readonly marks: readonly TableField[]
}

const spindle: Layout = {
  mapping: {
    columns: Object.fromEntries(tableFields.filter((field) => field !== 'deleted').map((field) => [field, field])),
  },
  marks: [],
}

/** The export of the hub: `spindle catalog list --format csv`. */
const catalog: Layout = {
  mapping: {
    columns: {
      releaseId: 'id',
      deleted: 'deleted',
      releaseType: 'type',
      releaseTitle: 'title',
      displayArtist: 'displayArtist',
      label: 'label',
      upc: 'upc',
      releaseDate: 'releaseDate',
      releaseExplicit: 'explicit',
      territories: 'territories',
      trackId: 'trackId',
      disc: 'disc',
      track: 'number',
      trackTitle: 'trackTitle',
      isrc: 'isrc',
    },
  },
  // `title` alone could be the title of a track in the table of a third party.
  marks: ['releaseId'],
}

export const layouts: Readonly<Record<TablePreset, Layout>> = { spindle, catalog }
