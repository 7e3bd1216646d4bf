import type { buildConnector } from 'undici'

/**
 * Connects to a proxy, and fails after one that closed its connection without an answer. undici sends the same CONNECT
 * again at once, hundreds of times a second, until the time limit of the request.
 */
export function endAfterSilence(connect: buildConnector.connector): buildConnector.connector {
  let wasSilent = false
  return (options, callback) => {
    if (wasSilent) {
      wasSilent = false
      callback(
        Object.assign(new Error('the proxy closed the connection without an answer'), { code: 'ECONNRESET' }),
        null,
      )
      return
    }
    connect(options, (...[error, socket]) => {
      socket?.once('close', () => {
        wasSilent = socket.bytesWritten > 0 && socket.bytesRead === 0
      })
      if (error === null) callback(null, socket)
      else callback(error, null)
    })
  }
}
