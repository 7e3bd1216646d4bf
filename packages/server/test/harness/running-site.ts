import { spawn } from 'node:child_process'
import { atEnd } from './cleanup.ts'
import { eventually } from './eventually.ts'
import { freePort, type TestHub } from './hub.ts'
import { tokenOfSiteA } from './shared-property-hub.ts'

/** Runs the server of a site until the end of the file; answers its address, which is another site than the hub. */
export async function startSite(
  script: string,
  hub: TestHub,
  settings: Readonly<Record<string, string>>,
): Promise<string> {
  const port = String(await freePort())
  const { PATH, TMPDIR } = process.env
  const child = spawn(process.execPath, [script], {
    env: { PATH, TMPDIR, PORT: port, HUB_URL: hub.url, INTEGRATION_TOKEN: tokenOfSiteA, ...settings },
    stdio: 'ignore',
  })
  const ended = new Promise((resolve) => child.once('close', resolve))
  atEnd(async () => {
    child.kill()
    await ended
  })
  // The hub is at 127.0.0.1: browsers decide by the host whether two addresses are one site.
  const site = `http://localhost:${port}/`
  await eventually(() => fetch(site).then(Boolean, () => false), { what: 'the site to listen' })
  return site
}
