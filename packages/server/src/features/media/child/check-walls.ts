import type { Finding } from '../../../platform/checks.ts'
import { findChildWalls } from './child-walls.ts'

/** What keeps a process that reads a hostile file from the rest of this machine. */
export async function checkWalls(): Promise<Finding> {
  const { account, network } = await findChildWalls()
  return {
    isFine: true,
    text: `${account ? 'not root' : 'ROOT, as the hub'}; ${network ? 'no network' : 'the network of the hub'}${account && network ? '' : ' (install util-linux and allow the hub to use it to prevent this)'}`,
  }
}
