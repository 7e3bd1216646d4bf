import type { Config } from '../../config/config.ts'
import type { Feature } from '../../http/feature.ts'
import type { Log } from '../../platform/logging/log.ts'
import { defineFeature } from '../../wiring/define-feature.ts'
import { findBuild } from './find-build.ts'
import { type BuiltConsole, loadAssets } from './load-assets.ts'
import { bindConsole } from './routes.ts'

/** The console in the browser: its pages, built when there is no build of these sources yet. */
export interface ConsoleFeature extends Feature {
  /** Finds or makes the build; so that the first person who opens a page does not wait for it. Never rejects. */
  prepare(): Promise<void>
}

export interface ConsoleOptions {
  readonly config: Pick<Config, 'dataDir'>
  readonly log: Log
}

function consoleFeature({ config, log }: ConsoleOptions): ConsoleFeature {
  let opened: Promise<BuiltConsole> | undefined
  const open = (): Promise<BuiltConsole> => {
    opened ??= findBuild({ dataDir: config.dataDir, log })
      .then(loadAssets)
      .catch((error: unknown) => {
        // Asked for once more, it is tried once more: the operator may have put it right.
        opened = undefined
        log.error('console.unavailable', { error })
        throw error
      })
    return opened
  }
  return {
    bind: (http) => bindConsole(http, open),
    prepare: () =>
      open().then(
        () => {},
        () => {},
      ),
  }
}

export const consolePages = defineFeature({ name: 'console', needs: ['config', 'log'], make: consoleFeature })
