import { testMalformedRequests } from './malformed/malformed-requests.ts'

testMalformedRequests(200)
