import type { Mapping } from './mapping.ts'

/**
 * The tables of stores and distributors whose columns are known, with where they are known from. A file is recognised by all
 * columns of a preset, so a store that renames one needs a mapping until the preset is corrected.
 */

/** By the name for `--preset`. */
export const presets: Readonly<Record<string, Mapping>> = {
  spindle: {
    columns: {
      isrc: 'isrc',
      upc: 'upc',
      title: 'title',
      artist: 'artist',
      store: 'store',
      territory: 'territory',
      model: 'model',
      period: 'period',
      streams: 'streams',
      downloads: 'downloads',
      revenue: 'revenue',
      currency: 'currency',
    },
  },
  // Both of its tables: the newer one has additional columns before and after these.
  distrokid: {
    columns: {
      isrc: 'ISRC',
      upc: 'UPC',
      title: 'Title',
      artist: 'Artist',
      store: 'Store',
      use: 'Store',
      territory: 'Country of Sale',
      period: 'Sale Month',
      reported: 'Reporting Date',
      quantity: 'Quantity',
      revenue: 'Earnings (USD)',
    },
    constants: { currency: 'USD' },
    downloads: ['iTunes', 'iTunes Songs', 'iTunes Albums', 'Amazon MP3', 'Amazon (MP3 Downloads)', 'Google Play Music'],
  },
  audius: {
    columns: {
      isrc: 'ISRC',
      upc: 'UPC',
      title: 'Track title',
      artist: 'Artist',
      store: 'Service',
      use: 'Sales type',
      territory: 'Country of sale',
      from: 'Start_Date',
      to: 'End_Date',
      quantity: 'Quantity',
      revenue: 'Total royalty',
      currency: 'Currency',
    },
    downloads: ['Download', 'Downloads', 'Permanent Download', 'Sale'],
  },
  // The raw data report, which is in UTF-16. It has no streams; a quantity of physical products is neither.
  bandcamp: {
    dates: 'mdy',
    columns: {
      isrc: 'isrc',
      upc: 'upc',
      title: 'item name',
      artist: 'artist',
      use: 'item type',
      territory: 'country code',
      period: 'date',
      quantity: 'quantity',
      revenue: 'net amount',
      currency: 'currency',
    },
    downloads: ['album', 'track'],
    streams: [],
    skip: { 'item type': ['payout'] },
  },
  // Monthly financial report. Apple's guide to it, and files in the tests of public parsers, read on 27 November 2026.
  // Three lines are before the columns and a summary by country is after the lines.
  apple: {
    dates: 'mdy',
    columns: {
      isrc: 'ISRC/ISBN',
      upc: 'UPC',
      title: 'Title',
      artist: 'Artist/Show/Developer/Author',
      use: 'Product Type Identifier',
      territory: 'Country Of Sale',
      from: 'Start Date',
      to: 'End Date',
      quantity: 'Quantity',
      revenue: 'Extended Partner Share',
      currency: 'Partner Share Currency',
    },
    constants: { store: 'Apple' },
    // Albums and songs of the iTunes Store; uses of Apple Music. Others are set aside, because their meaning is not published.
    downloads: ['A', 'S'],
    streams: ['H1', 'H2', 'H3', 'H4', 'H5'],
    otherwise: { use: null },
  },
  // The sales report of Backstage: public parsers, read on 27 November 2026.
  believe: {
    periods: 'month',
    columns: {
      isrc: 'ISRC',
      upc: 'UPC',
      title: 'Track title',
      artist: 'Artist Name',
      store: 'Platform',
      use: 'Sales Type',
      territory: 'Country / Region',
      period: 'Sales Month',
      reported: 'Reporting month',
      quantity: 'Quantity',
      revenue: 'Net Revenue',
      currency: 'Client Payment Currency',
    },
    downloads: ['Download', 'Downloads', 'Track Download', 'Album Download'],
  },
  // The accounting details: an example file of TrackShift, read on 27 November 2026. Amounts are in US dollars.
  cdbaby: {
    dates: 'mdy',
    periods: 'month',
    columns: {
      isrc: 'Isrc',
      upc: 'Barcode',
      title: 'Track Name',
      artist: 'Artist Name',
      store: 'Partner Name',
      use: 'Transaction Type',
      territory: 'Delivery Country',
      period: 'Sales Date',
      reported: 'Report Date',
      quantity: 'Quantity',
      revenue: 'Subtotal',
    },
    constants: { currency: 'USD' },
    downloads: ['Download', 'Digital Download', 'Track Download', 'Album Download'],
  },
  // The royalty file: public parsers, read on 27 November 2026. Sales of whole products have no ISRC.
  fuga: {
    columns: {
      isrc: 'Asset ISRC',
      upc: 'Product UPC',
      title: 'Asset Title',
      artist: 'Asset Artist',
      store: 'DSP',
      use: 'Sale Type',
      territory: 'Territory',
      from: 'Sale Start date',
      to: 'Sale End date',
      quantity: 'Asset Quantity',
      revenue: 'Reported Royalty',
      currency: 'Currency',
    },
    downloads: ['Download', 'Downloads', 'Permanent Download'],
  },
  // The full report: example files of public parsers, read on 27 November 2026.
  orchard: {
    columns: {
      isrc: 'ISRC',
      upc: "Manufacturer's UPC",
      title: 'Track Name',
      artist: 'Artist Name',
      store: 'DMS',
      use: 'Trans Type',
      territory: 'Territory',
      period: 'Activity Period',
      reported: 'Period',
      quantity: 'Quantity',
      revenue: 'Label Share Net Receipts',
      currency: 'Preferred Currency',
    },
    // Digital albums and digital tracks.
    downloads: ['DA', 'DT'],
  },
  // The monthly statement: public parsers, read on 27 November 2026. Amounts are in US dollars.
  symphonic: {
    thousands: ',',
    columns: {
      isrc: 'ISRC Code',
      upc: 'UPC Code',
      title: 'Track Title',
      artist: 'Track Artists',
      store: 'Digital Service Provider',
      use: 'Delivery',
      territory: 'Territory',
      period: 'Activity Period',
      reported: 'Reporting Period',
      quantity: 'Count',
      revenue: 'Royalty ($US)',
    },
    constants: { currency: 'USD' },
    values: { isrc: { 'N/A': '' }, upc: { 'N/A': '' } },
    downloads: ['Download', 'Downloads', 'Permanent Download', 'Digital Download'],
  },
  // The sales report: an example file of TrackShift, read on 27 November 2026. Codes that TuneCore gave are not in this column.
  tunecore: {
    periods: 'month',
    thousands: ',',
    columns: {
      isrc: 'Optional ISRC',
      upc: 'UPC',
      title: 'Song Title',
      artist: 'Artist',
      store: 'Store Name',
      use: 'Sales Type',
      territory: 'Country Of Sale',
      period: 'Sales Period',
      reported: 'Posted Date',
      quantity: '# Units Sold',
      revenue: 'Total Earned',
      currency: 'Currency',
    },
    downloads: ['Download', 'Downloads', 'Song Download', 'Album Download'],
  },
  // The asset report of a content owner: public parsers, read on 27 November 2026. Amounts are in US dollars.
  youtube: {
    columns: {
      isrc: 'ISRC',
      upc: 'UPC',
      title: 'Asset Title',
      artist: 'Artist',
      territory: 'Country',
      period: 'Day',
      streams: 'Owned Views',
      revenue: 'Partner Revenue',
    },
    constants: { currency: 'USD', store: 'YouTube' },
  },
}
