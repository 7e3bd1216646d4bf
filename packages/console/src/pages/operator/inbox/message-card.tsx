import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type ContactMessageItem,
  type MadeLink,
  type MessageState,
  operatorApi,
} from '../../../data/api/operator-api.ts'
import type { Session } from '../../../data/api/session-api.ts'
import { operatorKey } from '../../../data/queries/operator-queries.ts'
import { Select, TextArea } from '../../../parts/forms/field.tsx'
import { Button } from '../../../parts/layout/button.tsx'
import { FailureNotice } from '../../../parts/layout/notice.tsx'
import { operatorWords } from '../../../words/operator/operator-words.ts'
import { formatAgo } from '../../../words/words.ts'
import { AskDialog } from '../shared/ask-dialog.tsx'
import { LinkDialog } from '../shared/link-dialog.tsx'
import { InviteDialog } from './invite-dialog.tsx'

const texts = operatorWords.inbox
const states = ['new', 'open', 'done', 'spam'] as const satisfies MessageState[]

export interface MessageCardProps {
  readonly message: ContactMessageItem
  readonly userId: Session['user']['id']
}

export function MessageCard({ message, userId }: MessageCardProps) {
  const { id, name, email, organisation, createdAt } = message
  const [asked, setAsked] = useState<'invite' | 'remove'>()
  const [made, setMade] = useState<MadeLink>()
  const close = (): void => setAsked(undefined)
  return (
    <li>
      <article className="card stack tight" aria-label={texts.messageOf(name)}>
        <div className="card-head">
          <h2 className="message-name">
            <bdi>{name}</bdi>
            {organisation !== null && (
              <span className="regular soft">
                , <bdi>{organisation}</bdi>
              </span>
            )}
          </h2>
          <time className="small soft" dateTime={createdAt}>
            {formatAgo(createdAt)}
          </time>
        </div>
        <p className="small soft">
          <bdi>{email}</bdi>
        </p>
        <p className="message-text">
          <bdi>{message.message}</bdi>
        </p>
        <Handling message={message} userId={userId} />
        <p className="row">
          <a className="button" href={`mailto:${encodeURIComponent(email)}`}>
            {texts.answer}
          </a>
          <Button onClick={() => setAsked('invite')}>{texts.invite}</Button>
          <Button look="quiet" onClick={() => setAsked('remove')}>
            {texts.remove}
          </Button>
        </p>
      </article>
      {asked === 'invite' && (
        <InviteDialog
          message={message}
          onMade={(link) => {
            close()
            setMade(link)
          }}
          onClose={close}
        />
      )}
      {asked === 'remove' && (
        <AskDialog
          title={texts.removeTitle}
          text={texts.removeText}
          action={texts.removeYes}
          isDangerous
          work={() => operatorApi.deleteMessage(id)}
          onDone={close}
          onClose={close}
        />
      )}
      {made && <LinkDialog made={made} onClose={() => setMade(undefined)} />}
    </li>
  )
}

/** Its status, who answers it, and notes among operators. */
function Handling({ message, userId }: MessageCardProps) {
  const { id, state, assignee } = message
  const [note, setNote] = useState(message.note ?? '')
  const client = useQueryClient()
  const update = useMutation({
    mutationFn: (change: Parameters<typeof operatorApi.updateMessage>[1]) => operatorApi.updateMessage(id, change),
    onSuccess: () => client.invalidateQueries({ queryKey: operatorKey }),
  })
  const isMine = assignee?.userId === userId
  return (
    <>
      {update.error && <FailureNotice error={update.error} />}
      <div className="toolbar message-handling">
        <Select
          label={texts.state}
          value={state}
          onChange={({ currentTarget: { value } }) => update.mutate({ state: value as MessageState })}
        >
          {states.map((one) => (
            <option key={one} value={one}>
              {texts.states[one]}
            </option>
          ))}
        </Select>
        <div className="row">
          {assignee && <bdi>{texts.assignee(assignee.name)}</bdi>}
          <Button look="quiet" onClick={() => update.mutate({ assigneeId: isMine ? null : userId })}>
            {isMine ? texts.nobody : texts.mine}
          </Button>
        </div>
      </div>
      <details open={message.note !== null}>
        <summary className="small">{texts.note}</summary>
        <div className="stack tight">
          <TextArea
            label={texts.note}
            value={note}
            maxLength={5000}
            onChange={({ currentTarget }) => setNote(currentTarget.value)}
          />
          <p>
            <Button
              isBusy={update.isPending}
              disabled={note === (message.note ?? '')}
              onClick={() => update.mutate({ note: note.trim() === '' ? null : note })}
            >
              {texts.saveNote}
            </Button>
          </p>
        </div>
      </details>
    </>
  )
}
