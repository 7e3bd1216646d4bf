import '../../style/files.css'
import type { Membership } from '../../data/api/session-api.ts'
import { ImportPage } from './import-page.tsx'
import { ImportsPage } from './imports-page.tsx'

export interface ImportPagesProps {
  readonly membership: Membership
  readonly tableImportId: string | undefined
}

/** All imports of tables of an account with a way to start one, or one of them. */
export const ImportPages = ({ membership, tableImportId }: ImportPagesProps) =>
  tableImportId === undefined ? (
    <ImportsPage membership={membership} />
  ) : (
    <ImportPage key={tableImportId} membership={membership} tableImportId={tableImportId} />
  )
