import { countFromEnvironment } from '../harness/random.ts'
import { testMalformedRequests } from './malformed/malformed-requests.ts'

testMalformedRequests(countFromEnvironment('MALFORMED_REQUESTS', { usual: 1_000, soak: 20_000 }))
