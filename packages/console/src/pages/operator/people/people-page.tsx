import { useState } from 'react'
import { type MadeLink, operatorApi, type PersonEntry } from '../../../data/api/operator-api.ts'
import { usePeople, usePersonAccess } from '../../../data/queries/operator-queries.ts'
import { AccessChoiceField, AccessList, hasChoice } from '../../../parts/access-list.tsx'
import { Select } from '../../../parts/forms/field.tsx'
import { SearchField } from '../../../parts/forms/search-field.tsx'
import { Button } from '../../../parts/layout/button.tsx'
import { FailureNotice } from '../../../parts/layout/notice.tsx'
import { Page } from '../../../parts/layout/page.tsx'
import { PagedList } from '../../../parts/lists/paged-list.tsx'
import { useConfirmed } from '../../../parts/sign-in/confirmation.tsx'
import { operatorWords } from '../../../words/operator/operator-words.ts'
import { formatAgo } from '../../../words/words.ts'
import { AskDialog } from '../shared/ask-dialog.tsx'
import { LinkDialog } from '../shared/link-dialog.tsx'

const texts = operatorWords.people
const kinds = ['', 'operator', 'disabled'] as const
type Kind = (typeof kinds)[number]

/** Who may sign in: their roles, and what an operator may decide about them. */
export function PeoplePage({ userId }: { readonly userId: string }) {
  const [q, setQ] = useState('')
  const [kind, setKind] = useState<Kind>('')
  const people = usePeople(q, kind)
  const [made, setMade] = useState<MadeLink>()
  return (
    <Page title={texts.title}>
      <search className="toolbar">
        <SearchField label={operatorWords.search} placeholder={texts.searchHint} value={q} onChange={setQ} />
        <Select label={texts.kind} value={kind} onChange={({ currentTarget: { value } }) => setKind(value as Kind)}>
          {kinds.map((one) => (
            <option key={one} value={one}>
              {texts.kinds[one]}
            </option>
          ))}
        </Select>
      </search>
      <PagedList list={people} empty={<p className="soft">{texts.nothing}</p>}>
        {(all) => (
          <ul className="rows card">
            {all.map((person) => (
              <PersonRow key={person.id} person={person} isSelf={person.id === userId} onMade={setMade} />
            ))}
          </ul>
        )}
      </PagedList>
      {made && <LinkDialog made={made} onClose={() => setMade(undefined)} />}
    </Page>
  )
}

interface PersonRowProps {
  readonly person: PersonEntry
  readonly isSelf: boolean
  readonly onMade: (made: MadeLink) => void
}

type Decision = 'makeOperator' | 'removeOperator' | 'link' | 'address' | 'disable' | 'enable'

function PersonRow({ person, isSelf, onMade }: PersonRowProps) {
  const [asked, setAsked] = useState<Decision>()
  const { name, email, pendingEmail, isOperator, disabledAt, memberships, createdAt } = person
  return (
    <li className="key-row">
      <span className="release-text">
        <span className="row tight">
          <bdi className="release-title">{name}</bdi>
          {isSelf && <span className="small soft">{texts.you}</span>}
          {isOperator && <span className="chip info">{texts.operator}</span>}
          {disabledAt !== null && <span className="chip danger">✕ {texts.disabled}</span>}
        </span>
        <span className="row tight small">
          <bdi>{email}</bdi>
          {!isProven(person) && <span className="chip warn">{texts.unproven}</span>}
          {pendingEmail !== null && <span className="soft">{texts.asksFor(pendingEmail)}</span>}
        </span>
        <span className="small soft">
          {memberships.length === 0
            ? texts.nowhere
            : memberships.map(({ accountId, accountName, role }, index) => (
                <span key={accountId}>
                  {index > 0 && ', '}
                  <bdi>{accountName}</bdi> ({operatorWords.roleNames[role]})
                </span>
              ))}
        </span>
        <span className="small soft">
          {texts.ways(person)} · {texts.joined(formatAgo(createdAt))}
        </span>
      </span>
      <span className="row person-actions">
        {decisionsOf(person).map((decision) => (
          <Button
            key={decision}
            look={decision === 'disable' ? 'danger' : 'plain'}
            aria-label={`${texts[decision]}: ${name}`}
            onClick={() => setAsked(decision)}
          >
            {texts[decision]}
          </Button>
        ))}
      </span>
      {asked && <DecisionDialog decision={asked} person={person} onMade={onMade} onClose={() => setAsked(undefined)} />}
    </li>
  )
}

/** An owner who invited the person chose the address, so it is not proven for an operator. */
const isProven = ({ emailProvenBy }: PersonEntry): boolean => emailProvenBy !== null && emailProvenBy !== 'invitation'

function decisionsOf(person: PersonEntry): readonly Decision[] {
  if (person.disabledAt !== null) return ['enable']
  const isSettled = isProven(person) && person.pendingEmail === null
  return [
    ...(isSettled ? [] : (['address'] as const)),
    'link',
    person.isOperator ? 'removeOperator' : 'makeOperator',
    'disable',
  ]
}

interface DecisionDialogProps {
  readonly decision: Decision
  readonly person: PersonEntry
  readonly onMade: (made: MadeLink) => void
  readonly onClose: () => void
}

function DecisionDialog({ decision, person, onMade, onClose }: DecisionDialogProps) {
  const confirmed = useConfirmed()
  const { id, name, email, pendingEmail } = person
  const [endsAccess, setEndsAccess] = useState(false)
  const address = pendingEmail ?? email
  const work: Readonly<Record<Decision, () => Promise<MadeLink | undefined>>> = {
    makeOperator: () => operatorApi.setOperator(id, true),
    removeOperator: () => operatorApi.setOperator(id, false),
    address: () => operatorApi.setAddress(id, address),
    link: () => operatorApi.makeSignInLink(id),
    disable: () => operatorApi.disable(id, endsAccess ? 'end' : 'keep'),
    enable: () => operatorApi.enable(id),
  }
  return (
    <AskDialog
      title={`${texts[decision]}: ${name}`}
      text={texts[`${decision}Text`](name, address)}
      action={texts[decision]}
      isDangerous={decision === 'disable'}
      work={() => confirmed(work[decision])}
      onDone={(made) => {
        onClose()
        if (made) onMade(made)
      }}
      onClose={onClose}
    >
      {decision === 'disable' && <AccessOfPerson userId={id} ends={endsAccess} onChange={setEndsAccess} />}
    </AskDialog>
  )
}

interface AccessOfPersonProps {
  readonly userId: string
  readonly ends: boolean
  readonly onChange: (ends: boolean) => void
}

/** What would keep working without the person. */
function AccessOfPerson({ userId, ends, onChange }: AccessOfPersonProps) {
  const access = usePersonAccess(userId)
  const accounts = access.data?.data ?? []
  if (access.error) return <FailureNotice error={access.error} onRetry={() => void access.refetch()} />
  return (
    <>
      {accounts.map(({ accountId, accountName, ...made }) => (
        <section key={accountId}>
          <h3>
            <bdi>{accountName}</bdi>
          </h3>
          <AccessList access={made} />
        </section>
      ))}
      {accounts.some(hasChoice) && <AccessChoiceField ends={ends} onChange={onChange} />}
    </>
  )
}
