import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type OutletSettings, operatorApi } from '../../../../data/api/operator-api.ts'
import { operatorKey } from '../../../../data/queries/operator-queries.ts'
import { ConfirmDialog } from '../../../../parts/dialogs/confirm-dialog.tsx'
import { Button, ButtonLink } from '../../../../parts/layout/button.tsx'
import { FailureNotice, Notice } from '../../../../parts/layout/notice.tsx'
import { pathOf } from '../../../../routes.ts'
import { outletSetupWords as texts } from '../../../../words/operator/outlet-setup-words.ts'
import { OutletTestReport, useOutletTest } from '../outlet-test.tsx'

/**
 * What follows once a store is added: its connection is tested, and a person starts it. Without a passed test the person
 * is asked once more.
 */
export function AddedOutlet({ outlet: { id, name } }: { readonly outlet: OutletSettings }) {
  const client = useQueryClient()
  const [isStarted, setStarted] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const test = useOutletTest(id)
  const hasPassed = test.outcome === 'passed'
  const start = useMutation({
    mutationFn: () => operatorApi.resumeOutlet(id),
    onSuccess: () => {
      setStarted(true)
      void client.invalidateQueries({ queryKey: operatorKey })
    },
  })
  return (
    <>
      <Notice tone="good" isAlert>
        <p>{isStarted ? texts.started(name) : texts.added(name)}</p>
      </Notice>
      <section className="card stack" aria-label={texts.test}>
        <OutletTestReport id={id} />
      </section>
      {!isStarted && <p className="soft">{texts.startText}</p>}
      {start.error && !isAsked && <FailureNotice error={start.error} />}
      <p className="row">
        {!isStarted && (
          <Button
            look={hasPassed ? 'primary' : 'plain'}
            isBusy={start.isPending}
            onClick={() => (hasPassed ? start.mutate() : setAsked(true))}
          >
            {texts.start}
          </Button>
        )}
        <ButtonLink to={pathOf('outlet', { outletId: id })}>{texts.settings}</ButtonLink>
        <ButtonLink to={pathOf('outlets')}>{isStarted ? texts.back : texts.later}</ButtonLink>
      </p>
      {isAsked && !hasPassed && (
        <ConfirmDialog
          title={texts.startUntested(name)}
          text={test.isTesting ? texts.stillTesting : texts.startUntestedText}
          action={texts.start}
          onConfirm={() => start.mutateAsync()}
          onClose={() => setAsked(false)}
        >
          <FailedSteps test={test} />
        </ConfirmDialog>
      )}
    </>
  )
}

function FailedSteps({ test: { steps, error } }: { readonly test: ReturnType<typeof useOutletTest> }) {
  if (error) return <FailureNotice error={error} />
  const failed = steps?.filter(({ problem }) => problem !== null)
  return (
    failed && (
      <ul>
        {failed.map(({ step, problem }) => (
          <li key={step}>
            {step}: <bdi>{problem}</bdi>
          </li>
        ))}
      </ul>
    )
  )
}
