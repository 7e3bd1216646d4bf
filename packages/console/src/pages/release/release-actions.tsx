import type { Release, ReleaseStatus } from '@spindle/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { hubOf } from '../../data/api/hub.ts'
import type { Membership } from '../../data/api/session-api.ts'
import { releaseKey } from '../../data/queries/queries.ts'
import { Dialog } from '../../parts/dialogs/dialog.tsx'
import { Button, ButtonLink } from '../../parts/layout/button.tsx'
import { FailureNotice } from '../../parts/layout/notice.tsx'
import { RoleNotice } from '../../parts/role-notice.tsx'
import { pathOf } from '../../routes.ts'
import { formatDate, words } from '../../words/words.ts'
import { TakedownDialog } from './takedown-dialog.tsx'

const actions = ['submit', 'withdraw', 'takedown'] as const
type Action = (typeof actions)[number]

/** What can be done with a release in a status; the hub decides again. */
const allowed: Readonly<Partial<Record<ReleaseStatus, Action>>> = {
  draft: 'submit',
  changes_requested: 'submit',
  submitted: 'withdraw',
  in_review: 'withdraw',
  live: 'takedown',
  scheduled: 'takedown',
}

/** Where changes become the draft, or the next revision. */
const editable: ReadonlySet<ReleaseStatus> = new Set([
  'draft',
  'changes_requested',
  'delivery_failed',
  'delivering',
  'scheduled',
  'live',
])

export interface ReleaseActionsProps {
  readonly membership: Membership
  readonly release: Release
}

/** The next step, with a confirmation before it is taken. */
export function ReleaseActions({ membership, release }: ReleaseActionsProps) {
  const { accountId, role } = membership
  const [asked, setAsked] = useState<Action>()
  const action = allowed[release.status]
  const { actions: texts } = words.release
  if (role === 'viewer') return action ? <RoleNotice membership={membership} what={texts.change} /> : null
  const { errors } = release.validation
  const edit = editable.has(release.status) && (
    <ButtonLink to={pathOf('edit', { accountId, releaseId: release.id })}>{texts.edit}</ButtonLink>
  )
  if (action === undefined) return edit
  if (action === 'submit' && errors > 0)
    return (
      <div className="row">
        <p className="chip danger">
          <span aria-hidden="true">✕</span> {texts.mustFix(errors)}
        </p>
        {edit}
      </div>
    )
  return (
    <div className="row">
      {edit}
      <Button look={action === 'submit' ? 'primary' : 'plain'} onClick={() => setAsked(action)}>
        {texts[action]}
      </Button>
      {asked === 'takedown' && (
        <TakedownDialog accountId={accountId} release={release} onClose={() => setAsked(undefined)} />
      )}
      {asked && asked !== 'takedown' && (
        <ActionDialog accountId={accountId} release={release} action={asked} onClose={() => setAsked(undefined)} />
      )}
    </div>
  )
}

interface ActionDialogProps {
  readonly accountId: string
  readonly release: Release
  readonly action: Exclude<Action, 'takedown'>
  readonly onClose: () => void
}

function ActionDialog({ accountId, release, action, onClose }: ActionDialogProps) {
  const client = useQueryClient()
  const { actions: texts } = words.release
  const take = useMutation({
    mutationFn: () => {
      const { releases } = hubOf(accountId)
      return action === 'submit' ? releases.submit(release.id) : releases.withdraw(release.id)
    },
    onSuccess: (changed) => {
      client.setQueryData(releaseKey(accountId, release.id), changed)
      onClose()
    },
  })
  return (
    <Dialog title={texts[`${action}Title`]} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (!take.isPending) take.mutate()
        }}
      >
        <p>{action === 'submit' ? texts.submitText(factsOf(release)) : texts.withdrawText}</p>
        {take.error && <FailureNotice error={take.error} />}
        <p className="row dialog-actions">
          <Button onClick={onClose}>{action === 'submit' ? texts.notYet : texts.cancel}</Button>
          <Button type="submit" look={action === 'submit' ? 'primary' : 'danger'} isBusy={take.isPending}>
            {texts[action]}
          </Button>
        </p>
      </form>
    </Dialog>
  )
}

const factsOf = ({ title, type, tracks, releaseDate }: Release) => ({
  title,
  type: words.release.types[type],
  tracks: tracks.length,
  date: releaseDate ? formatDate(releaseDate) : words.catalog.noDate,
})
