import type { Static } from 'typebox'
import { Described } from '../../schema/schema.ts'
import { Type } from '../../schema/type.ts'

/** Metrics and amounts, as analytics and reports have them. */

const Count = Type.Integer({ minimum: 0 })
/** A store may take back more than it sold. */
const Balance = Type.Integer()

/** An amount in one currency. */
export const Money = Type.Object({
  amount: Type.String({
    pattern: '^-?[0-9]+([.][0-9]+)?$',
    maxLength: 40,
    description: 'Decimal string',
    examples: ['12.5'],
  }),
  currency: Type.String({ pattern: '^[A-Z]{3}$', maxLength: 3, description: 'ISO 4217', examples: ['EUR'] }),
})
export type Money = Static<typeof Money>

/** The requested metrics that a source reports. */
export const MetricValues = Type.Object(
  {
    streams: Type.Optional(
      Described(Balance, 'Number of streams; negative if a store took back more than it reported'),
    ),
    playedMs: Type.Optional(Described(Count, 'Listening time in milliseconds')),
    downloads: Type.Optional(
      Described(Balance, 'Number of downloads; negative if a store took back more than it sold'),
    ),
    listeners: Type.Optional(Described(Count, 'Number of different listeners')),
    revenue: Type.Optional(
      Type.Array(Money, {
        maxItems: 200,
        description: 'One amount per currency. Amounts in different currencies are not added up',
      }),
    ),
  },
  { description: 'The requested metrics. A metric that no source reports is absent' },
)
export type MetricValues = Static<typeof MetricValues>
