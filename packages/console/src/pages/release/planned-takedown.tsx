import type { Release } from '@spindle/client'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { hubOf } from '../../data/api/hub.ts'
import type { Membership } from '../../data/api/session-api.ts'
import { releaseKey } from '../../data/queries/queries.ts'
import { ConfirmDialog } from '../../parts/dialogs/confirm-dialog.tsx'
import { Button } from '../../parts/layout/button.tsx'
import { Notice } from '../../parts/layout/notice.tsx'
import { formatDate, words } from '../../words/words.ts'

export interface PlannedTakedownProps {
  readonly membership: Membership
  readonly release: Release
}

/** The planned takedown, if any, and its cancellation. One that the operator planned cannot be cancelled here. */
export function PlannedTakedown({ membership: { accountId, role }, release }: PlannedTakedownProps) {
  const client = useQueryClient()
  const [isAsked, setAsked] = useState(false)
  const { plannedTakedown: plan, deliveries } = release
  if (!plan) return null
  const { takedown } = words.release
  const names = plan.outlets?.map((id) => deliveries.find(({ outlet }) => outlet.id === id)?.outlet.name ?? id)
  const callOff = async (): Promise<void> => {
    client.setQueryData(releaseKey(accountId, release.id), await hubOf(accountId).releases.cancelTakedown(release.id))
  }
  return (
    <Notice tone="warn">
      <p>
        <strong>{takedown.planned(formatDate(plan.on))}</strong> {takedown.plannedBy[plan.actor.type]}{' '}
        {names && takedown.at(names)} {plan.actor.type === 'operator' && takedown.operatorOnly}
      </p>
      <p>
        <bdi>{plan.reason}</bdi>
      </p>
      {plan.actor.type === 'account' && role !== 'viewer' && (
        <p className="notice-action">
          <Button onClick={() => setAsked(true)}>{takedown.callOff}</Button>
        </p>
      )}
      {isAsked && (
        <ConfirmDialog
          title={takedown.callOffTitle}
          text={takedown.callOffText(formatDate(plan.on))}
          action={takedown.callOff}
          onConfirm={callOff}
          onClose={() => setAsked(false)}
        />
      )}
    </Notice>
  )
}
