import { Link } from 'wouter'
import type { Membership } from '../../data/api/session-api.ts'
import { Page } from '../../parts/layout/page.tsx'
import { RoleNotice } from '../../parts/role-notice.tsx'
import { pathOf } from '../../routes.ts'
import { transferWords as texts } from '../../words/catalog/transfer-words.ts'
import { TransferForm } from './transfer-form.tsx'

export function NewTransferPage({ membership }: { readonly membership: Membership }) {
  const { accountId, role } = membership
  return (
    <Page title={texts.make}>
      <p className="small">
        <Link href={pathOf('transfers', { accountId })}>{texts.back}</Link>
      </p>
      {role === 'viewer' ? (
        <RoleNotice membership={membership} what={texts.viewer} />
      ) : (
        <TransferForm accountId={accountId} />
      )}
    </Page>
  )
}
