import { useReferenceList } from '../../data/queries/reference-queries.ts'

/** Joins the names of roles. */
export function useRoleNames(accountId: string): (codes: readonly string[]) => string {
  const roles = useReferenceList(accountId, 'roles')
  return (codes) => codes.map((code) => roles.find((role) => role.code === code)?.name ?? code).join(', ')
}
