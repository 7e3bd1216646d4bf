import { describeLedger } from '../harness/ledger-conformance.ts'
import { startFakeS3 } from '../harness/object-store/fake-s3.ts'

describeLedger('A lake on a disk', { SPINDLE_PLAYS: 'lake' })

const store = await startFakeS3()
describeLedger('A lake in an object store', { ...store.environment, SPINDLE_PLAYS: 'lake' })
