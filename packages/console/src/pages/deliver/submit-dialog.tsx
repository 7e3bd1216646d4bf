import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { releaseKey } from '../../data/queries/queries.ts'
import { useOutlets } from '../../data/queries/reference-queries.ts'
import { closeDelivery } from '../../delivery/deliveries.ts'
import { textOf } from '../../delivery/document/members.ts'
import { Dialog } from '../../parts/dialogs/dialog.tsx'
import { Button } from '../../parts/layout/button.tsx'
import { FailureNotice } from '../../parts/layout/notice.tsx'
import { pathOf } from '../../routes.ts'
import { optionOf } from '../../words/account/member-words.ts'
import { deliverWords } from '../../words/releases/deliver-words.ts'
import { formatDate, words } from '../../words/words.ts'
import { useOpenedDelivery } from './delivery-context.ts'

/** Shows once more what is sent to whom, before it is sent. */
export function SubmitDialog({ onClose }: { readonly onClose: () => void }) {
  const { accountId, delivery, state } = useOpenedDelivery()
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const outlets = useOutlets(accountId)
  const { submit: texts } = deliverWords
  const submit = useMutation({
    mutationFn: () => delivery.submit(),
    onSuccess: (release) => {
      client.setQueryData(releaseKey(accountId, release.id), release)
      navigate(pathOf('release', { accountId, releaseId: release.id }))
      closeDelivery(delivery)
    },
  })
  const { title, type, releaseDate, outlets: chosen } = state.draft.members
  const names = (outlets.data ?? [])
    .filter(({ id }) => !Array.isArray(chosen) || chosen.includes(id))
    .map(({ name }) => name)
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (!submit.isPending) submit.mutate()
        }}
      >
        <p>
          {texts.what({
            title: textOf(title),
            type: optionOf(textOf(type)),
            tracks: state.draft.tracks.length,
            date: typeof releaseDate === 'string' ? formatDate(releaseDate) : texts.noDate,
            outlets: new Intl.ListFormat(words.locale).format(names),
          })}
        </p>
        <p className="small soft">{texts.frozen}</p>
        {submit.error && <FailureNotice error={submit.error} />}
        <p className="row dialog-actions">
          <Button onClick={onClose}>{texts.notYet}</Button>
          <Button type="submit" look="primary" isBusy={submit.isPending}>
            {texts.submit}
          </Button>
        </p>
      </form>
    </Dialog>
  )
}
