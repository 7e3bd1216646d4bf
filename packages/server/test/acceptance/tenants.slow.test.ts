import { countFromEnvironment } from '../harness/random.ts'
import { testOtherAccounts } from './tenants/other-accounts.ts'

testOtherAccounts(countFromEnvironment('TENANT_ATTEMPTS', { usual: 1_000, soak: 20_000 }))
