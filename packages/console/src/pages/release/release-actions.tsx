import type { Release, ReleaseStatus } from '@spindle/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { hubOf } from '../../data/api/hub.ts'
import type { Membership } from '../../data/api/session-api.ts'
import { releaseKey } from '../../data/queries/queries.ts'
import { Dialog } from '../../parts/dialogs/dialog.tsx'
import { Button, ButtonLink } from '../../parts/layout/button.tsx'
import { FailureNotice } from '../../parts/layout/notice.tsx'
import { RoleNotice } from '../../parts/role-notice.tsx'
import { pathOf } from '../../routes.ts'
import { formatDate, words } from '../../words/words.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { TakedownDialog } from './takedown-dialog.tsx'

const actions = ['submit', 'offerAgain', 'discard', 'withdraw', 'takedown', 'delete'] as const
type Action = (typeof actions)[number]

/** What can be done with a release in a status; the hub decides again. */
const allowed: Readonly<Partial<Record<ReleaseStatus, Action>>> = {
  draft: 'submit',
  changes_requested: 'submit',
  submitted: 'withdraw',
  in_review: 'withdraw',
  live: 'takedown',
  scheduled: 'takedown',
  taken_down: 'offerAgain',
}

/** Both submit; after a takedown it is called by what it means. */
const sends: ReadonlySet<Action> = new Set(['submit', 'offerAgain'])

/** Where changes become the draft, or the next revision. */
const editable: ReadonlySet<ReleaseStatus> = new Set([
  'draft',
  'changes_requested',
  'delivery_failed',
  'delivering',
  'scheduled',
  'live',
  'taken_down',
])

export const isEditable = ({ status }: Release): boolean => editable.has(status)

/** At its end: what comes next is another release with the same content. */
const ended: ReadonlySet<ReleaseStatus> = new Set(['rejected', 'takedown_pending', 'taken_down'])

/** Whether outlets have an earlier version, and the review has not answered about this one. */
const hasUnsentChanges = ({ pendingRevision, revision, review }: Release): boolean =>
  pendingRevision !== null && !(review !== null && review.revision === revision && review.decision !== 'approved')

/** What waits for review is withdrawn first. */
const canDiscard = ({ pendingRevision, review }: Release): boolean =>
  pendingRevision !== null && review?.decision !== 'waiting'

function actionsOf(release: Release): readonly Action[] {
  const action = allowed[release.status]
  return [
    ...(hasUnsentChanges(release) && action !== 'offerAgain' ? (['submit'] as const) : []),
    ...(canDiscard(release) ? (['discard'] as const) : []),
    ...(action === undefined ? [] : [action]),
    ...(release.status === 'draft' ? (['delete'] as const) : []),
  ]
}

export interface ReleaseActionsProps {
  readonly membership: Membership
  readonly release: Release
}

/** The next steps, with a confirmation before one is taken. */
export function ReleaseActions({ membership, release }: ReleaseActionsProps) {
  const { accountId, role } = membership
  const [asked, setAsked] = useState<Action>()
  const { actions: texts } = words.release
  const { errors } = release.validation
  const actions = actionsOf(release)
  const isEnded = ended.has(release.status)
  if (role === 'viewer')
    return actions.length > 0 || isEnded ? <RoleNotice membership={membership} what={texts.change} /> : null
  const mustFix = errors > 0 && actions.some((action) => sends.has(action))
  return (
    <div className="row">
      {mustFix && (
        <p className="chip danger">
          <span aria-hidden="true">✕</span> {texts.mustFix(errors)}
        </p>
      )}
      {isEditable(release) && (
        <ButtonLink to={pathOf('edit', { accountId, releaseId: release.id })}>{texts.edit}</ButtonLink>
      )}
      {actions
        .filter((action) => !(mustFix && sends.has(action)))
        .map((action) => (
          <Button key={action} look={sends.has(action) ? 'primary' : 'plain'} onClick={() => setAsked(action)}>
            {texts[action]}
          </Button>
        ))}
      <CopyButton accountId={accountId} releaseId={release.id} />
      {asked === 'takedown' && (
        <TakedownDialog accountId={accountId} release={release} onClose={() => setAsked(undefined)} />
      )}
      {asked === 'delete' && (
        <DeleteDialog accountId={accountId} release={release} onClose={() => setAsked(undefined)} />
      )}
      {asked && asked !== 'takedown' && asked !== 'delete' && (
        <ActionDialog accountId={accountId} release={release} action={asked} onClose={() => setAsked(undefined)} />
      )}
    </div>
  )
}

/** Makes a draft with the same content, and opens it. */
function CopyButton({ accountId, releaseId }: { readonly accountId: string; readonly releaseId: string }) {
  const [, navigate] = useLocation()
  const copy = useMutation({
    mutationFn: () => hubOf(accountId).releases.clone(releaseId),
    onSuccess: ({ id }) => navigate(pathOf('edit', { accountId, releaseId: id })),
  })
  return (
    <>
      <Button isBusy={copy.isPending} onClick={() => copy.mutate()}>
        {words.release.actions.copy}
      </Button>
      {copy.error && <FailureNotice error={copy.error} />}
    </>
  )
}

interface ActionDialogProps {
  readonly accountId: string
  readonly release: Release
  readonly action: Exclude<Action, 'takedown' | 'delete'>
  readonly onClose: () => void
}

function ActionDialog({ accountId, release, action, onClose }: ActionDialogProps) {
  const client = useQueryClient()
  const { actions: texts } = words.release
  const take = useMutation({
    mutationFn: () => {
      const { releases } = hubOf(accountId)
      if (sends.has(action)) return releases.submit(release.id)
      // Changes that another person made since are not discarded unseen.
      if (action === 'discard') return releases.discardChanges(release.id, { ifMatch: `"${release.revision}"` })
      return releases.withdraw(release.id)
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
        <p>{action === 'submit' ? texts.submitText(factsOf(release)) : texts[`${action}Text`]}</p>
        {take.error && <FailureNotice error={take.error} />}
        <p className="row dialog-actions">
          <Button onClick={onClose}>{sends.has(action) ? texts.notYet : texts.cancel}</Button>
          <Button type="submit" look={sends.has(action) ? 'primary' : 'danger'} isBusy={take.isPending}>
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
