import '../../style/files.css'
import './deliver.css'
import type { ReleaseStatus } from '@spindle/client'
import { useEffect, useMemo, useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { Membership } from '../../data/api/session-api.ts'
import { closeDelivery, deliveryOf } from '../../delivery/deliveries.ts'
import { Dialog } from '../../parts/dialogs/dialog.tsx'
import { Button, ButtonLink } from '../../parts/layout/button.tsx'
import { FailureNotice, Notice } from '../../parts/layout/notice.tsx'
import { Page } from '../../parts/layout/page.tsx'
import { Skeleton } from '../../parts/layout/skeleton.tsx'
import { pathOf } from '../../routes.ts'
import { deliverWords, type StepName } from '../../words/releases/deliver-words.ts'
import { words } from '../../words/words.ts'
import { ConflictNotice } from './conflict-notice.tsx'
import { DeliveryContext, useDeliveryState } from './delivery-context.ts'
import { DeliveryMemberForm } from './form/delivery-member-form.tsx'
import { countRemarks, type Remark, remarksOf } from './remarks.ts'
import { SavedIndicator } from './saved-indicator.tsx'
import { FilesStep } from './steps/files-step.tsx'
import { ReleaseStep } from './steps/release-step.tsx'
import { ReviewStep } from './steps/review-step.tsx'
import { TracksStep } from './steps/tracks-step.tsx'
import { useFieldFocus } from './use-field-focus.ts'
import { useSendKey } from './use-send-key.ts'

const steps = ['files', 'release', 'tracks', 'review'] as const satisfies readonly StepName[]

export interface DeliverPageProps {
  readonly membership: Membership
  /** The release that is changed; absent for the delivery that is being made. */
  readonly releaseId?: string
  readonly step: string | undefined
}

/** From files to a submitted release, in four steps in any order. Everything is saved automatically. */
export function DeliverPage(props: DeliverPageProps) {
  const [round, setRound] = useState(0)
  const { membership, releaseId } = props
  if (membership.role === 'viewer')
    return (
      <Page title={deliverWords.title}>
        <Notice tone="info">
          <p>{deliverWords.viewer}</p>
        </Notice>
      </Page>
    )
  const startAnew = (): void => {
    closeDelivery(deliveryOf(membership.accountId, releaseId))
    setRound(round + 1)
  }
  return <OpenDelivery key={round} {...props} onStartAnew={startAnew} />
}

function OpenDelivery({ membership, releaseId, step, onStartAnew }: DeliverPageProps & { onStartAnew: () => void }) {
  const { accountId } = membership
  const delivery = deliveryOf(accountId, releaseId)
  const state = useDeliveryState(delivery)
  const [, navigate] = useLocation()
  const current = steps.find((one) => one === step) ?? 'files'
  const [isReviewed, setReviewed] = useState(false)
  useEffect(() => {
    if (current === 'review') setReviewed(true)
  }, [current])
  const remarks = useMemo(() => remarksOf(state), [state])
  const stepPath = (to: string): string =>
    releaseId === undefined
      ? pathOf('deliverStep', { accountId, step: to })
      : pathOf('editStep', { accountId, releaseId, step: to })
  useFieldFocus(state.draft.tracks.length)
  const next = steps[steps.indexOf(current) + 1]
  useSendKey(next && (() => navigate(stepPath(next))))
  const { title } = state.draft.members
  const name = typeof title === 'string' && title.trim() !== '' ? title : undefined
  if (state.openingError !== undefined)
    return (
      <Page title={deliverWords.title}>
        <FailureNotice error={state.openingError} onRetry={onStartAnew} />
      </Page>
    )
  if (releaseId !== undefined && state.release === undefined && state.files.length === 0)
    return (
      <Page title={deliverWords.title}>
        <Skeleton rows={4} />
      </Page>
    )
  return (
    <DeliveryContext value={{ accountId, delivery, state, remarks, isReviewed, stepPath }}>
      <Page
        title={name === undefined ? deliverWords.title : releaseId === undefined ? name : deliverWords.edit(name)}
        actions={<SavedIndicator />}
      >
        <nav aria-label={deliverWords.stepsLabel}>
          <ol className="steps">
            {steps.map((one, index) => (
              <li key={one}>
                <Link href={stepPath(one)} className="step-link" aria-current={one === current ? 'step' : undefined}>
                  <span className="step">{index + 1}</span> {deliverWords.steps[one]}
                  {isReviewed && <StepCount remarks={remarks.filter(({ step }) => step === one)} />}
                </Link>
              </li>
            ))}
          </ol>
        </nav>
        <ConflictNotice />
        {state.isEndedElsewhere && (
          <Notice tone="info" isAlert>
            <p>{deliverWords.endedElsewhere}</p>
          </Notice>
        )}
        {releaseId !== undefined && isAtOutlets(state.release?.status) && (
          <p className="soft">{words.release.changes.unsent}</p>
        )}
        {current === 'files' && <FilesStep />}
        {current === 'release' && (
          <DeliveryMemberForm>
            <ReleaseStep />
          </DeliveryMemberForm>
        )}
        {current === 'tracks' && (
          <DeliveryMemberForm>
            <TracksStep />
          </DeliveryMemberForm>
        )}
        {current === 'review' && <ReviewStep />}
        <p className="row">
          {next && (
            <ButtonLink to={stepPath(next)} look="primary">
              {deliverWords.next(deliverWords.steps[next])}
            </ButtonLink>
          )}
          {releaseId === undefined && state.files.length === 0 && <MoveIn accountId={accountId} />}
          {releaseId === undefined && state.files.length > 0 && (
            <StartAnew
              onStartAnew={() => {
                onStartAnew()
                navigate(pathOf('deliver', { accountId }))
              }}
            />
          )}
        </p>
      </Page>
    </DeliveryContext>
  )
}

/** What is saved changes nothing there until it is submitted. */
const isAtOutlets = (status: ReleaseStatus | undefined): boolean =>
  status !== undefined && ['delivering', 'scheduled', 'delivery_failed', 'live'].includes(status)

/** Many releases come as a table. */
const MoveIn = ({ accountId }: { readonly accountId: string }) => (
  <span className="soft">
    {deliverWords.moveInLead} <Link href={pathOf('imports', { accountId })}>{deliverWords.moveIn}</Link>
  </span>
)

/** What must be fixed in a step; what is only worth a look is shown on request. */
function StepCount({ remarks }: { readonly remarks: readonly Remark[] }) {
  const [errors = 0] = countRemarks(remarks)
  if (errors === 0) return null
  return (
    <span className="step-count">
      <span aria-hidden="true">✕ {errors}</span>
      <span className="visually-hidden">{deliverWords.review.counts([errors])}</span>
    </span>
  )
}

function StartAnew({ onStartAnew }: { readonly onStartAnew: () => void }) {
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <Button look="quiet" onClick={() => setAsked(true)}>
        {deliverWords.anew}
      </Button>
      {isAsked && (
        <Dialog title={deliverWords.anewTitle} onClose={() => setAsked(false)}>
          <p>{deliverWords.anewText}</p>
          <p className="row dialog-actions">
            <Button onClick={() => setAsked(false)}>{deliverWords.anewKeep}</Button>
            <Button look="primary" onClick={onStartAnew}>
              {deliverWords.anew}
            </Button>
          </p>
        </Dialog>
      )}
    </>
  )
}
