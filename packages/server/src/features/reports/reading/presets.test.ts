import { describe, expect, it } from 'vitest'
import { presets } from './presets.ts'
import { recogniseFormat } from './recognise-format.ts'
import { readCsv } from './tables/read-csv.ts'

/** Tables as the senders write them: their own columns in their order, with what is before and after the lines. */

const fileOf = (text: string) => ({
  async *text() {
    yield text
  },
})

async function read(format: string, text: string) {
  const lines = []
  for await (const found of readCsv(fileOf(text).text(), presets[format] ?? { columns: {} })) lines.push(...found)
  return lines
}

const tables = {
  apple: [
    'Vendor Name\tBlue Lamp',
    'Start Date\t09/27/2026',
    'End Date\t10/31/2026',
    'Start Date\tEnd Date\tUPC\tISRC/ISBN\tVendor Identifier\tQuantity\tPartner Share\tExtended Partner Share\tPartner Share Currency\tSales or Return\tApple Identifier\tArtist/Show/Developer/Author\tTitle\tLabel/Studio/Network/Developer/Publisher\tGrid\tProduct Type Identifier\tISAN/Other Identifier\tCountry Of Sale\tPre-order Flag\tPromo Code\tCustomer Price\tCustomer Currency',
    '09/27/2026\t10/31/2026\t\tDEA450600001\tDEA450600001\t12\t0.004\t0.048\tEUR\tS\t506147465\tAda Red\tQuay\tBlue Lamp\t\tH3\t\tDE\t\t\t\t',
    '09/27/2026\t10/31/2026\t\tDEA450600001\tDEA450600001\t2\t0.7\t1.4\tUSD\tS\t506147465\tAda Red\tQuay\tBlue Lamp\t\tS\t\tUS\t\t\t0.99\tUSD',
    'Total_Rows\t2',
    'Country Of Sale\tPartner Share Currency\tQuantity\tExtended Partner Share',
    'DE\tEUR\t12\t0.048',
  ].join('\n'),
  believe: [
    'Reporting month;Sales Month;Platform;Country / Region;Label Name;Artist Name;Release title;Track title;UPC;ISRC;Release Catalog nb;Streaming Subscription Type;Release type;Sales Type;Quantity;Client Payment Currency;Unit Price;Mechanical Fee;Gross Revenue;Client share rate;Net Revenue',
    '2026/10/01;2026/08/01;Spotify;Germany;Blue Lamp;Ada Red;Harbour;Quay;0200000000110;DEA450600001;BL1;Premium;Music Release;Stream;1200;EUR;0,0031;0;3,72;0,8;2,976',
  ].join('\n'),
  cdbaby: [
    'Report Date\tSales Date\tQuantity\tPrice\tSubtotal\tIsrc\tBarcode\tCDBabySku\tAlbum Name\tArtist Name\tTrack Name\tPartner Name\tTransaction Type\tDelivery Country',
    '10/15/2026 12:00:00 AM\t7/31/2026 12:00:00 AM\t3\t0.0998\t0.2994\tdea450600001\t"0200000000110"\tada\tHarbour\tAda Red\tQuay\tAmazon Prime IN\tStream\tIN',
  ].join('\n'),
  fuga: [
    'Sale Start date,Sale End date,DSP,Sale Store Name,Sale Type,Sale User Type,Territory,Product UPC,Product Reference,Product Catalog Number,Product Label,Product Artist,Product Title,Asset Artist,Asset Title,Asset Version,Asset Duration,Asset ISRC,Asset Reference,Asset/Product,Product Quantity,Asset Quantity,Original Gross Income,Original currency,Exchange Rate,Converted Gross Income,Contract deal term,Reported Royalty,Currency,Report Run ID,Report ID',
    '2026-08-01,2026-08-31,Deezer,Deezer,Stream,Premium,FR,0200000000110,1,BL1,Blue Lamp,Ada Red,Harbour,Ada Red,Quay,,180,DEA450600001,2,Asset,0,40,0.2,EUR,1,0.2,80,0.16,EUR,9,9',
  ].join('\n'),
  orchard: [
    "Period;Activity Period;DMS;Territory;Orchard UPC;Manufacturer's UPC;Label Catalog #;Imprint Label;Artist Name;Release Name;Track Name;ISRC;Volume;Track #;Quantity;Trans Type;Label Share Net Receipts;Preferred Currency",
    '2026M10;2026M9;YouTube;Spain;191774000000;0200000000110;BL1;BLUE LAMP;Ada Red;Harbour;Quay;DEA450600001;1;1;599;AV;0,258066;EUR',
    '2026M10;2026M9;iTunes;Spain;191774000000;0200000000110;BL1;BLUE LAMP;Ada Red;Harbour;Quay;DEA450600001;1;1;2;DT;1,4;EUR',
  ].join('\n'),
  symphonic: [
    'Reporting Period,Label,Release Name,Release Version,Release Artists,UPC Code,Catalogue,Track Title,Mix Version,ISRC Code,Track Artists,Digital Service Provider,Activity Period,Territory,Delivery,Content Type,Sale or Void,Count,Royalty ($US)',
    'OCT-26,Blue Lamp,Harbour,,Ada Red,0200000000110,BL1,Quay,,DEA450600001,Ada Red,Spotify,September 2026,US,Streaming,Track,Sale,900,3.41',
    'OCT-26,Blue Lamp,Harbour,,Ada Red,0200000000110,BL1,,,N/A,Ada Red,iTunes,September 2026,US,Download,Album,Sale,1,6.3',
  ].join('\n'),
  tunecore: [
    'Sales Period,Posted Date,Store Name,Country Of Sale,Artist,Release Type,Release Title,Song Title,Label,UPC,Optional UPC,TC Song ID,Optional ISRC,Sales Type,# Units Sold,Per Unit Price,Net Sales,Net Sales Currency,Exchange Rate,Total Earned,Currency',
    '2026-08-01,2026-10-01,Google Play,GB,Ada Red,Song,Harbour,Quay,Blue Lamp,0200000000110,,TCABC2600001,DEA450600001,Streaming,"1,200",0.000342,0.4104,USD,0.79,0.3242,GBP',
  ].join('\n'),
  youtube: [
    'Adjustment Type,Day,Country,Asset ID,Asset Title,Asset Labels,Asset Channel ID,Asset Type,Custom ID,ISRC,UPC,GRid,Artist,Album,Label,Administer Publish Rights,Owned Views,YouTube Revenue Split,Partner Revenue',
    'None,20260901,NO,A1,Quay,,UC1,Sound Recording,,DEA450600001,,,Ada Red,Harbour,Blue Lamp,,57,0.0213,1.25E-02',
  ].join('\n'),
} as const

const quay = { isrc: 'DEA450600001', title: 'Quay', artist: 'Ada Red' }
const expected: Readonly<Record<keyof typeof tables, readonly object[]>> = {
  apple: [
    {
      ...quay,
      store: 'Apple',
      territory: 'DE',
      from: '2026-09-27',
      to: '2026-10-31',
      streams: '12',
      downloads: '',
      revenue: '0.048',
      currency: 'EUR',
    },
    { ...quay, territory: 'US', streams: '', downloads: '2', revenue: '1.4', currency: 'USD' },
  ],
  believe: [
    {
      ...quay,
      store: 'Spotify',
      territory: 'DE',
      from: '2026-08-01',
      to: '2026-08-31',
      streams: '1200',
      revenue: '2.976',
      currency: 'EUR',
    },
  ],
  cdbaby: [
    {
      ...quay,
      store: 'Amazon Prime IN',
      territory: 'IN',
      from: '2026-07-01',
      to: '2026-07-31',
      streams: '3',
      revenue: '0.2994',
      currency: 'USD',
    },
  ],
  fuga: [
    {
      ...quay,
      store: 'Deezer',
      territory: 'FR',
      from: '2026-08-01',
      to: '2026-08-31',
      streams: '40',
      revenue: '0.16',
      currency: 'EUR',
    },
  ],
  orchard: [
    {
      ...quay,
      store: 'YouTube',
      territory: 'ES',
      from: '2026-09-01',
      to: '2026-09-30',
      streams: '599',
      downloads: '',
      revenue: '0.258066',
      currency: 'EUR',
    },
    { ...quay, store: 'iTunes', streams: '', downloads: '2', revenue: '1.4' },
  ],
  symphonic: [
    {
      ...quay,
      store: 'Spotify',
      territory: 'US',
      from: '2026-09-01',
      to: '2026-09-30',
      streams: '900',
      revenue: '3.41',
      currency: 'USD',
    },
    { isrc: '', gtin14: '00200000000110', streams: '', downloads: '1', revenue: '6.3' },
  ],
  tunecore: [
    {
      ...quay,
      store: 'Google Play',
      territory: 'GB',
      from: '2026-08-01',
      to: '2026-08-31',
      streams: '1200',
      revenue: '0.3242',
      currency: 'GBP',
    },
  ],
  youtube: [
    {
      ...quay,
      store: 'YouTube',
      territory: 'NO',
      from: '2026-09-01',
      to: '2026-09-01',
      streams: '57',
      revenue: '1.25E-02',
      currency: 'USD',
    },
  ],
}

describe.each(Object.entries(tables))('the table of %s', (format, text) => {
  it('is recognised', async () => {
    expect((await recogniseFormat(fileOf(text))).format).toBe(format)
  })

  it('is read', async () => {
    expect(await read(format, text)).toMatchObject(expected[format as keyof typeof tables])
  })
})
