export { type Accounts, type ActiveClient, accountService } from './service.ts'
export { clientsChannel } from './store.ts'
