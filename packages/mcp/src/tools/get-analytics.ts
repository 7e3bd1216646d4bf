import type { Analytics } from '@spindle/client'
import { ClosedObject, getDistributorAnalytics, OneOf, Type } from '@spindle/contract'
import { detailMember } from '../answers/answer-detail.ts'
import { defineTool, readOnlyAnnotations, requestOptions } from '../definition/define-tool.ts'

const { format: _format, ...filters } = getDistributorAnalytics.query.properties
const shortRows = 20

export const getAnalytics = defineTool({
  name: 'get_analytics',
  title: 'Read analytics',
  description:
    'Totals and rows by at most two dimensions. unavailable: not reported, which is not 0. Short: 20 rows; continue with page.nextCursor.',
  gate: 'read',
  operations: ['getMusicAnalytics', 'getDistributorAnalytics'],
  annotations: readOnlyAnnotations,
  input: ClosedObject({
    ...filters,
    scope: Type.Optional(
      OneOf(['all', 'music'], { default: 'all', description: 'music excludes releases of the single-asset API' }),
    ),
    ...detailMember,
  }),
  async run({ scope, detail, ...query }, context) {
    const { analytics } = context.client
    const ask = scope === 'music' ? analytics.get : analytics.getAll
    const limit = query.limit ?? (detail === 'full' ? undefined : shortRows)
    const { range, totals, meta, data, page } = await ask({ ...query, limit }, requestOptions(context))
    const { unavailable, sandbox, sources } = meta
    return {
      range,
      totals,
      unavailable,
      sandbox,
      sources: detail === 'full' ? sources : sources.map(shortSource),
      rows: data,
      page,
    }
  },
})

type Source = Analytics['meta']['sources'][number]

const shortSource = ({ outlet, kind, completeThrough, final }: Source) => ({ outlet, kind, completeThrough, final })
