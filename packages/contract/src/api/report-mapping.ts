import { type ReportField, reportFields } from '../definition/exchange-lists.ts'
import { ClosedObject, OneOf, Text } from '../schema/schema.ts'
import { Type } from '../schema/type.ts'
import { byFieldOf, byName, cell, column, DateOrder } from './mapping-parts.ts'

/** How the columns of a store's table are read. */

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
  reported: column(
    'The reporting date of the statement: a day or a month. Statements with different reporting dates may cover the same months',
  ),
  streams: column('How many streams'),
  downloads: column('How many downloads'),
  quantity: column('The number of streams or downloads, depending on `use`'),
  use: column('What `quantity` counts'),
  revenue: column('The revenue'),
  currency: column('The currency of `revenue` (ISO 4217)'),
} satisfies Record<ReportField, unknown>
const byField = byFieldOf(reportFields)
const words = (description: string) => Type.Optional(Type.Array(Text(200), { maxItems: 200, description }))

/** A text for each field: the name of its column, or a value in its place. */
export const ReportFieldTexts = ClosedObject(fields)

/** The meaning of the columns of a table. */
export const ReportMapping = ClosedObject(
  {
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
        description:
          'The sign between thousands. By default only unambiguous numbers are read: 1,234.50, but not 1,234',
      }),
    ),
    dates: DateOrder,
    periods: Type.Optional(
      OneOf(['day', 'month'], {
        description: '`month`: a period that is the first or last day of a month is the month. Default: `day`',
      }),
    ),
    columns: ClosedObject(fields, { description: 'Column names; case is ignored' }),
    constants: Type.Optional(
      ClosedObject(fields, { description: 'Values of fields without a column, and of blank cells' }),
    ),
    values: byField((field) => byName<string>(cell, { description: `The texts of \`${field}\`` }), {
      description:
        'By field: the text of a cell, and the value that it means. Case and spaces around the text are ignored. Other texts are read as usual',
      examples: [{ territory: { Deutschland: 'DE', 'Rest of World': '' }, model: { Premium: 'subscription' } }],
    }),
    otherwise: byField(
      (field) =>
        Type.Unsafe<string | null>({
          type: ['string', 'null'],
          maxLength: 200,
          description: `The value of other texts of \`${field}\``,
        }),
      {
        description:
          'By field: the value of a text that is neither in `values` nor readable; for title, artist, store and use, of each text that is not in `values`. null: the line is set aside',
        examples: [{ territory: '', model: null }],
      },
    ),
    skip: Type.Optional(
      byName<string[]>(
        { type: 'array', maxItems: 200, items: cell },
        {
          description: 'By column name: texts of cells whose lines are left out and counted',
          examples: [{ 'Sale Type': ['Payout', 'Adjustment'] }],
        },
      ),
    ),
    downloads: words('Values of the column `use` that mean downloads. All other values mean streams'),
    streams: words('Values that mean streams, if not all other values do'),
  },
  {
    examples: [
      {
        columns: {
          isrc: 'ISRC',
          period: 'Sale Month',
          reported: 'Statement',
          territory: 'Country',
          quantity: 'Units',
          revenue: 'Net',
        },
        constants: { currency: 'EUR' },
        values: { territory: { 'Rest of World': '' } },
        skip: { 'Sale Type': ['Payout'] },
      },
    ],
  },
)
