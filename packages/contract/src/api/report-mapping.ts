import type { ReportField } from '../definition/exchange-lists.ts'
import { ClosedObject, OneOf, Text } from '../schema/schema.ts'
import { Type } from '../schema/type.ts'

/** How the columns of a store's table are read. */

const column = (description: string) => Type.Optional(Text(200, { description }))
const fields = {
  isrc: column('The ISRC of the recording'),
  upc: column('The UPC or EAN of the product'),
  title: column('The title of the recording or product'),
  artist: column('Its artist'),
  store: column('The store; if absent, the source'),
  territory: column('The country'),
  model: column('How listeners pay'),
  period: column('A day, a month, a quarter or a year'),
  from: column('The first day'),
  to: column('The last day'),
  streams: column('How many streams'),
  downloads: column('How many downloads'),
  quantity: column('The number of streams or downloads, depending on `use`'),
  use: column('What `quantity` counts'),
  revenue: column('The revenue'),
  currency: column('The currency of `revenue` (ISO 4217)'),
} satisfies Record<ReportField, unknown>
const words = (description: string) => Type.Optional(Type.Array(Text(200), { maxItems: 200, description }))

/** The meaning of the columns of a table. */
export const ReportMapping = ClosedObject({
  skipLines: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 1000, description: 'Number of lines before the column names' }),
  ),
  delimiter: Type.Optional(
    Type.String({ minLength: 1, maxLength: 1, description: 'Detected from the first line if absent' }),
  ),
  decimal: Type.Optional(
    OneOf(['.', ','], { description: 'Default: a comma if semicolons separate the columns, else a point' }),
  ),
  thousands: Type.Optional(
    OneOf([',', '.'], {
      description: 'The sign between thousands. By default only unambiguous numbers are read: 1,234.50, but not 1,234',
    }),
  ),
  dates: Type.Optional(OneOf(['ymd', 'dmy', 'mdy'], { description: 'Order of day, month and year in dates' })),
  columns: ClosedObject(fields, { description: 'Column names; case is ignored' }),
  constants: Type.Optional(ClosedObject(fields, { description: 'Values that apply to every line' })),
  downloads: words('Values of the column `use` that mean downloads. All other values mean streams'),
  streams: words('Values that mean streams, if not all other values do'),
  passOver: words('Values of lines that are not sales'),
})
