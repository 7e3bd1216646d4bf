import { connect } from 'node:net'
import { getPriority } from 'node:os'

/** Reports its user, its processor limit and the result of a connection to its own machine, where nothing listens. */

const connection = await new Promise<string>((resolve) => {
  connect(1, '127.0.0.1')
    .once('connect', () => resolve('connected'))
    .once('error', ({ code }: NodeJS.ErrnoException) => resolve(code ?? 'error'))
})
const detail = JSON.stringify({ uid: process.getuid?.(), connection, niceness: getPriority() })
process.stdout.write(JSON.stringify({ outcome: 'unusable', code: 'corrupt', detail }))
