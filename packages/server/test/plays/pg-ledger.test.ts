import { describeLedger } from '../harness/ledger-conformance.ts'

describeLedger('PostgreSQL', {})
