import { connect } from 'node:net'

/** Sends bytes unchanged and returns what came back, until the hub closes, `isEnough`, or the deadline. */
export function rawExchange(
  url: string,
  bytes: string,
  { isEnough = () => false, timeoutMs = 60_000 }: { isEnough?: (received: string) => boolean; timeoutMs?: number } = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    let received = ''
    const finish = (): void => {
      clearTimeout(timer)
      socket.destroy()
      resolve(received)
    }
    const timer = setTimeout(() => {
      socket.destroy()
      reject(new Error(`No answer within ${timeoutMs} ms: ${received.slice(0, 200)}`))
    }, timeoutMs)
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      received += chunk
      if (isEnough(received)) finish()
    })
    socket.on('close', finish)
    // A hub that closes while bytes are still arriving resets the connection; its earlier answer counts.
    socket.on('error', () => {})
  })
}
