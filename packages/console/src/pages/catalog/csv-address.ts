import { sessionSurface } from '../../data/addresses.ts'

/** The catalog, or the filtered part of it, as CSV for spreadsheets. */
export function csvAddress(accountId: string, filters: object): string {
  const query = new URLSearchParams({ format: 'csv' })
  for (const [name, value] of Object.entries<string | boolean | undefined>({ ...filters }))
    if (value !== undefined) query.set(name, String(value))
  return `${sessionSurface(accountId)}/api/v1/distributor/catalog?${query}`
}
