import { useState } from 'react'
import { type AccountItem, type MadeLink, operatorApi } from '../../../data/api/operator-api.ts'
import { useAccounts } from '../../../data/queries/operator-queries.ts'
import { findMailProblem } from '../../../parts/forms/check-fields.ts'
import { Field } from '../../../parts/forms/field.tsx'
import { SearchField } from '../../../parts/forms/search-field.tsx'
import { Button } from '../../../parts/layout/button.tsx'
import { EmptyState } from '../../../parts/layout/empty-state.tsx'
import { Page } from '../../../parts/layout/page.tsx'
import { PagedList } from '../../../parts/lists/paged-list.tsx'
import { useConfirmed } from '../../../parts/sign-in/confirmation.tsx'
import { formatBytes } from '../../../words/format-bytes.ts'
import { operatorWords } from '../../../words/operator/operator-words.ts'
import { formatAgo, formatInstant, formatNumber } from '../../../words/words.ts'
import { AskDialog } from '../shared/ask-dialog.tsx'
import { LinkDialog } from '../shared/link-dialog.tsx'
import { MailField } from '../shared/mail-field.tsx'
import { type Role, RoleChoice } from '../shared/role-choice.tsx'
import { useRequiredText } from '../shared/use-required-text.ts'
import { MoveInDialog } from './move-in-dialogs.tsx'

const texts = operatorWords.accounts

/** The labels and distributors of the hub, with the usage and limits of each. */
export function AccountsPage() {
  const [q, setQ] = useState('')
  const accounts = useAccounts(q)
  const [isMaking, setMaking] = useState(false)
  const [invited, setInvited] = useState<AccountItem>()
  const [moving, setMoving] = useState<AccountItem>()
  const [made, setMade] = useState<MadeLink>()
  return (
    <Page
      title={texts.title}
      actions={
        <Button look="primary" onClick={() => setMaking(true)}>
          {texts.make}
        </Button>
      }
    >
      <search className="toolbar">
        <SearchField label={operatorWords.search} placeholder={texts.searchHint} value={q} onChange={setQ} />
      </search>
      <PagedList
        list={accounts}
        empty={
          q === '' ? (
            <EmptyState title={texts.emptyTitle} text={texts.empty} />
          ) : (
            <p className="soft">{texts.nothing}</p>
          )
        }
      >
        {(all) => <AccountTable accounts={all} onInvite={setInvited} onMoveIn={setMoving} />}
      </PagedList>
      {isMaking && (
        <NewAccountDialog
          onMade={(account) => {
            setMaking(false)
            setInvited(account)
          }}
          onClose={() => setMaking(false)}
        />
      )}
      {invited && (
        <InviteDialog
          account={invited}
          onMade={(link) => {
            setInvited(undefined)
            setMade(link)
          }}
          onClose={() => setInvited(undefined)}
        />
      )}
      {moving && <MoveInDialog account={moving} onClose={() => setMoving(undefined)} />}
      {made && <LinkDialog made={made} onClose={() => setMade(undefined)} />}
    </Page>
  )
}

interface AccountTableProps {
  readonly accounts: readonly AccountItem[]
  readonly onInvite: (account: AccountItem) => void
  readonly onMoveIn: (account: AccountItem) => void
}

function AccountTable({ accounts, onInvite, onMoveIn }: AccountTableProps) {
  const { columns } = texts
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">{columns.name}</th>
          <th scope="col">{columns.releases}</th>
          <th scope="col">{columns.stored}</th>
          <th scope="col">{columns.uploads}</th>
          <th scope="col">
            <span className="visually-hidden">{texts.invite}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {accounts.map((account) => {
          const { id, name, createdAt, usage, quotas, moveIn } = account
          return (
            <tr key={id}>
              <th scope="row">
                <bdi className="release-title">{name}</bdi>
                <span className="small soft">{formatAgo(createdAt)}</span> <span className="small soft mono">{id}</span>
                {moveIn && (
                  <span className="small soft">{` ${texts.moveIn.until(moveIn.factor, formatInstant(moveIn.until))}`}</span>
                )}
              </th>
              <td data-label={columns.releases} className="figures">
                {texts.of(formatNumber(usage.releases), formatNumber(quotas.releases))}
              </td>
              <td data-label={columns.stored} className="figures">
                {texts.of(
                  formatBytes(usage.storedBytes),
                  formatBytes(Math.max(quotas.storedBytes, moveIn?.storedBytes ?? 0)),
                )}
              </td>
              <td data-label={columns.uploads} className="figures">
                {texts.of(formatNumber(usage.openUploads), formatNumber(quotas.openUploads))}
              </td>
              <td className="end">
                <div className="row tight">
                  <Button aria-label={texts.inviteOf(name)} onClick={() => onInvite(account)}>
                    {texts.invite}
                  </Button>
                  <Button
                    aria-label={moveIn ? texts.moveIn.endOf(name) : texts.moveIn.openOf(name)}
                    onClick={() => onMoveIn(account)}
                  >
                    {moveIn ? texts.moveIn.end : texts.moveIn.open}
                  </Button>
                </div>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

interface NewAccountDialogProps {
  readonly onMade: (account: AccountItem) => void
  readonly onClose: () => void
}

function NewAccountDialog({ onMade, onClose }: NewAccountDialogProps) {
  const name = useRequiredText(texts.nameMissing)
  return (
    <AskDialog
      title={texts.makeTitle}
      text={texts.makeText}
      action={texts.make}
      check={name.check}
      work={() => operatorApi.createAccount({ name: name.text })}
      onDone={onMade}
      onClose={onClose}
    >
      <Field label={texts.name} maxLength={200} autoComplete="off" {...name.bind} />
    </AskDialog>
  )
}

interface InviteDialogProps {
  readonly account: AccountItem
  readonly onMade: (made: MadeLink) => void
  readonly onClose: () => void
}

function InviteDialog({ account, onMade, onClose }: InviteDialogProps) {
  const confirmed = useConfirmed()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('owner')
  const [problem, setProblem] = useState<string>()
  return (
    <AskDialog
      title={texts.inviteTitle(account.name)}
      text={texts.inviteText}
      action={texts.makeLink}
      check={() => {
        setProblem(findMailProblem(email))
        return findMailProblem(email) === undefined
      }}
      work={() => confirmed(() => operatorApi.invite(account.id, { email: email.trim(), role }))}
      onDone={onMade}
      onClose={onClose}
    >
      <MailField email={email} problem={problem} onChange={setEmail} />
      <RoleChoice role={role} onChange={setRole} />
    </AskDialog>
  )
}
