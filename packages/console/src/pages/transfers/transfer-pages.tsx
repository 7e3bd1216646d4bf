import '../../style/files.css'
import type { Membership } from '../../data/api/session-api.ts'
import { NewTransferPage } from './new-transfer-page.tsx'
import { TransferPage } from './transfer-page.tsx'
import { TransfersPage } from './transfers-page.tsx'

export interface TransferPagesProps {
  readonly membership: Membership
  readonly transferId: string | undefined
}

/** All transfers of an account, a new one, or one of them. */
export function TransferPages({ membership, transferId }: TransferPagesProps) {
  if (transferId === undefined) return <TransfersPage membership={membership} />
  if (transferId === 'new') return <NewTransferPage membership={membership} />
  return <TransferPage key={transferId} membership={membership} transferId={transferId} />
}
