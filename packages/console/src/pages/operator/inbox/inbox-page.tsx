import { useState } from 'react'
import type { MessageState } from '../../../data/api/operator-api.ts'
import type { Session } from '../../../data/api/session-api.ts'
import { useMessages } from '../../../data/queries/operator-queries.ts'
import { EmptyState } from '../../../parts/layout/empty-state.tsx'
import { Page } from '../../../parts/layout/page.tsx'
import { PagedList } from '../../../parts/lists/paged-list.tsx'
import { operatorWords } from '../../../words/operator/operator-words.ts'
import { MessageCard } from './message-card.tsx'

const texts = operatorWords.inbox
const states = ['new', 'open', 'done', 'spam'] as const satisfies MessageState[]

/** What people wrote on the contact page: answered by email, and turned into an account if appropriate. */
export function InboxPage({ userId }: { readonly userId: Session['user']['id'] }) {
  const [state, setState] = useState<MessageState | ''>('')
  const messages = useMessages(state)
  return (
    <Page
      title={texts.title}
      actions={
        <fieldset className="switch" aria-label={texts.filter}>
          {(['', ...states] as const).map((one) => (
            <button key={one} type="button" aria-pressed={state === one} onClick={() => setState(one)}>
              {one === '' ? texts.all : texts.states[one]}
            </button>
          ))}
        </fieldset>
      }
    >
      <PagedList
        list={messages}
        empty={<EmptyState title={texts.emptyTitle} text={state === '' ? texts.empty : texts.emptyState} />}
      >
        {(all) => (
          <ul className="stack">
            {all.map((message) => (
              <MessageCard key={message.id} message={message} userId={userId} />
            ))}
          </ul>
        )}
      </PagedList>
    </Page>
  )
}
