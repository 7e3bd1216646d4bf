import { AppError, findNearestName } from '@spindle/contract'
import type { Outlet } from './outlet.ts'

/** The outlet that the query parameter `outlet` names. Throws `invalid_parameter`. */
export function requireOutlet({ list }: { readonly list: () => readonly Outlet[] }, outletId: string): Outlet {
  const found = list().find(({ id }) => id === outletId)
  if (found) return found
  const near = findNearestName(
    outletId,
    list().map(({ id }) => id),
  )
  throw new AppError('invalid_parameter', {
    errors: [
      {
        pointer: 'outlet',
        code: 'outlet_unknown',
        detail: `The hub has no outlet named "${outletId}".`,
        fix:
          near === undefined
            ? 'Use an id from GET /api/v1/music-distributor/outlets, or omit it.'
            : `Did you mean \`${near}\`?`,
      },
    ],
  })
}
