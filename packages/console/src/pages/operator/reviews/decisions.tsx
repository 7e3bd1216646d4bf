import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { operatorApi, type ReviewDetail } from '../../../data/api/operator-api.ts'
import { operatorKey } from '../../../data/queries/operator-queries.ts'
import { TextArea } from '../../../parts/forms/field.tsx'
import { Button } from '../../../parts/layout/button.tsx'
import { FailureNotice } from '../../../parts/layout/notice.tsx'
import { operatorWords } from '../../../words/operator/operator-words.ts'
import { AskDialog } from '../shared/ask-dialog.tsx'
import { useRequiredText } from '../shared/use-required-text.ts'
import { ChangesDialog } from './changes-dialog.tsx'
import { RejectDialog } from './reject-dialog.tsx'
import { useKeys } from './use-keys.ts'

const texts = operatorWords.reviews

export interface DecisionsProps {
  readonly userId: string
  readonly review: ReviewDetail
  /** With what was decided, in words. */
  readonly onDecided: (text: string) => void
}

/** What may be decided now; each decision is about the revision that is shown. */
export function Decisions({ userId, review, onDecided }: DecisionsProps) {
  const { release, isWaiting, claim, heldAt } = review
  const { id, revision, title } = release
  const [asked, setAsked] = useState<'changes' | 'reject' | 'hold'>()
  const client = useQueryClient()
  const renew = () => client.invalidateQueries({ queryKey: operatorKey })
  const approve = useMutation({
    mutationFn: () => operatorApi.approve(id, revision),
    onSuccess: () => {
      void renew()
      onDecided(texts.approved(title))
    },
  })
  const claimIt = useMutation({
    mutationFn: () => operatorApi.claim(id, { revision, takesOver: claim !== null }),
    onSuccess: renew,
  })
  const reinstate = useMutation({ mutationFn: () => operatorApi.reinstate(id), onSuccess: renew })
  const failed = approve.error ?? claimIt.error ?? reinstate.error
  const close = (): void => setAsked(undefined)
  const done = (text: string): void => {
    close()
    onDecided(text)
  }
  useKeys(
    isWaiting && !approve.isPending
      ? { a: () => approve.mutate(), c: () => setAsked('changes'), r: () => setAsked('reject') }
      : {},
  )
  const isOut = release.deliveries.some(({ status }) => status !== 'taken_down' && !status.startsWith('takedown'))
  return (
    <div className="stack tight">
      {failed && <FailureNotice error={failed} />}
      <div className="row review-actions">
        {isWaiting && (
          <>
            <Button look="primary" isBusy={approve.isPending} onClick={() => approve.mutate()}>
              {texts.approve}
            </Button>
            <Button onClick={() => setAsked('changes')}>{texts.ask}</Button>
            <Button look="danger" onClick={() => setAsked('reject')}>
              {texts.reject}
            </Button>
            {claim?.userId !== userId && (
              <Button look="quiet" isBusy={claimIt.isPending} onClick={() => claimIt.mutate()}>
                {claim === null ? texts.claim : texts.takeOver}
              </Button>
            )}
          </>
        )}
        {isOut && (
          <Button look={isWaiting ? 'quiet' : 'danger'} onClick={() => setAsked('hold')}>
            {texts.hold}
          </Button>
        )}
        {heldAt.length > 0 && (
          <Button isBusy={reinstate.isPending} onClick={() => reinstate.mutate()}>
            {texts.reinstate}
          </Button>
        )}
      </div>
      {asked === 'changes' && (
        <ChangesDialog release={release} onDone={() => done(texts.changesAsked(title))} onClose={close} />
      )}
      {asked === 'reject' && (
        <RejectDialog release={release} onDone={() => done(texts.rejected(title))} onClose={close} />
      )}
      {asked === 'hold' && <HoldDialog releaseId={id} onClose={close} />}
    </div>
  )
}

function HoldDialog({ releaseId, onClose }: { readonly releaseId: string; readonly onClose: () => void }) {
  const reason = useRequiredText(texts.reasonMissing)
  return (
    <AskDialog
      title={texts.holdTitle}
      text={texts.holdText}
      action={operatorWords.reviews.hold.replace('…', '')}
      isDangerous
      check={reason.check}
      work={() => operatorApi.hold(releaseId, reason.text)}
      onDone={onClose}
      onClose={onClose}
    >
      <TextArea label={texts.reason} maxLength={1000} {...reason.bind} />
    </AskDialog>
  )
}
