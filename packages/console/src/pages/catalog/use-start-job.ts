import type { Bulk, NewBulk } from '@spindle/client'
import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { hubOf } from '../../data/api/hub.ts'
import { pathOf } from '../../routes.ts'

/** Starts one job for all chosen releases, and leads to its page. */
export function useStartJob(accountId: string): UseMutationResult<Bulk, Error, NewBulk> {
  const [, navigate] = useLocation()
  return useMutation({
    mutationFn: (job: NewBulk) => hubOf(accountId).bulk.create(job),
    onSuccess: ({ id }) => navigate(pathOf('job', { accountId, bulkId: id })),
  })
}
