import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { hubOf } from '../../../data/api/hub.ts'
import { type MemberForm, MemberFormContext } from '../../../parts/members/member-form.ts'
import { deliverWords } from '../../../words/releases/deliver-words.ts'
import { useOpenedDelivery } from '../delivery-context.ts'
import { remarksAt } from '../remarks.ts'
import { ReviewNotes } from '../review-notes.tsx'
import { neededHintId } from './needed-hint.tsx'
import { isNeeded, needsOf } from './needs.ts'

/** The fields of the delivery of the page: saved as they change, with the remarks of the hub at them. */
export function DeliveryMemberForm({ children }: { readonly children: ReactNode }) {
  const { accountId, delivery, state, remarks, isReviewed } = useOpenedDelivery()
  const { draft } = state
  const assigned = useAssigned(accountId)
  const form = useMemo((): MemberForm => {
    const membersOf = (target: string) =>
      target === 'release' ? draft.members : draft.tracks.find(({ key }) => key === target)?.members
    return {
      accountId,
      membersOf,
      neededHintId,
      setMember: (target, path, value) => delivery.setMember(target, path, value),
      problemAt(target, pointer) {
        const shown = remarksAt(remarks, target, pointer).filter(
          ({ severity, kind }) => kind === 'refusal' || (isReviewed && kind === 'finding' && severity === 'error'),
        )
        const problem = shown.map(({ message, fix }) => `${message} ${fix}`.trim()).join(' ')
        return problem === '' ? undefined : problem
      },
      isNeeded: (field, target, path) => isNeeded(field, path, needsOf(draft, target)),
      isAsked: ({ name }, target) =>
        (needsOf(draft, target).has(name) && membersOf(target)?.[name] === undefined) ||
        remarks.some((remark) => remark.target === target && remark.pointer.split('/')[1] === name),
      hintOf: (member) =>
        (member === 'upc' && assigned.upc) || (member === 'isrc' && assigned.isrc)
          ? deliverWords.form.given
          : undefined,
      notesAt: (target, pointer) => <ReviewNotes target={target} pointer={pointer} />,
    }
  }, [accountId, delivery, draft, remarks, isReviewed, assigned])
  return <MemberFormContext value={form}>{children}</MemberFormContext>
}

const assignsNothing = { upc: false, isrc: false } as const

/** Which codes the hub gives to a release that is submitted without. */
function useAssigned(accountId: string): { readonly upc: boolean; readonly isrc: boolean } {
  const { data } = useQuery({
    queryKey: ['assigns'],
    queryFn: async ({ signal }) => (await hubOf(accountId).rules.list({ signal })).assigns,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data ?? assignsNothing
}
