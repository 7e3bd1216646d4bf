import { exitCodes, flag } from '@spindle/command-line'
import { readConfig } from '../../config/config.ts'
import { keepBundle } from '../../platform/bundle/keep-bundle.ts'
import { startHub } from '../../start-hub.ts'
import { demoEnvironment, demoProperty } from '../demo/demo-environment.ts'
import { demoLog } from '../demo/demo-log.ts'
import { type OperatorContext, operatorCommand } from '../operator-command/operator-command.ts'
import { listenForStop, untilStopped } from './until-stopped.ts'

export const demo = operatorCommand({
  name: 'demo',
  handlesSignals: true,
  summary: 'Run a hub on demo data, and show one delivery from the first upload to the first play',
  input: {
    options: { isOnce: flag('--exit', 'Stop when the walk through is over') },
  },
  run: (input, { isOnce }) => serveDemo(input, isOnce),
})

async function serveDemo({ environment, out, err }: OperatorContext, isOnce: boolean): Promise<number> {
  // It loads an image library, which no other start needs.
  const { runDemo } = await import('../demo/demo.ts')
  const demo = await demoEnvironment(environment)
  const config = readConfig(demo.environment)
  const stopAsked = listenForStop()
  const start = performance.now()
  // With an own level, the log is wanted on the screen.
  const hub = await startHub(config, 'all', environment.SPINDLE_LOG_LEVEL ? {} : { log: demoLog(config, err) })
  void hub.console.prepare()
  if (config.bundle === 'auto') void keepBundle(hub.http.log, stopAsked)
  out(`✓ Started the hub at ${config.publicUrl} (${((performance.now() - start) / 1000).toFixed(2)} s)`)
  const running = runDemo({
    hub,
    baseUrl: config.publicUrl,
    dataDir: config.dataDir,
    property: demoProperty,
    integrationToken: demo.integrationToken,
    out,
  })
  let isStopped = false
  void stopAsked.then(() => {
    isStopped = true
  })
  try {
    await Promise.race([running, stopAsked])
  } catch (error) {
    err((error as Error).message)
    await hub.close()
    return exitCodes.failed
  }
  if (!isOnce) {
    const done = await Promise.race([running, stopAsked.then(() => undefined)])
    void done?.keepStore(() => isStopped).catch((error: unknown) => err((error as Error).message))
    void done
      ?.fill(() => isStopped)
      .then(
        (releases) => out(`✓ Filled the label with ${releases} more releases, plays of 400 days and two messages`),
        (error: unknown) => !isStopped && err(`The label was not filled: ${(error as Error).message}`),
      )
    out('The hub runs until you press Ctrl-C.')
    return untilStopped({ hub, stopAsked, err, drainSeconds: config.drainSeconds })
  }
  await hub.close()
  return exitCodes.ok
}
