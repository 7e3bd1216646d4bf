import { Route, Switch } from 'wouter'
import type { Membership } from './data/api/session-api.ts'
import { ImportPages } from './pages/imports/import-pages.tsx'
import { TransferPages } from './pages/transfers/transfer-pages.tsx'
import { routes } from './routes.ts'

/** The pages of people who move a catalog in, loaded together: the first load names fewer files. */
export const MoveInArea = ({ membership }: { readonly membership: Membership }) => (
  <Switch>
    <Route path={`${routes.imports}/:tableImportId?`}>
      {({ tableImportId }) => <ImportPages membership={membership} tableImportId={tableImportId} />}
    </Route>
    <Route path={`${routes.transfers}/:transferId?`}>
      {({ transferId }) => <TransferPages membership={membership} transferId={transferId} />}
    </Route>
  </Switch>
)
