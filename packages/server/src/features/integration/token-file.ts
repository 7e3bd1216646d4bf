import { readFile, stat } from 'node:fs/promises'
import { type IntegrationToken, parseIntegrationTokens } from '../../config/integration-tokens.ts'
import type { Log } from '../../platform/logging/log.ts'

/** The tokens file, read again when it changes and on SIGHUP: rotation and removal without a restart. */
export interface TokenFile {
  /** Begins to look for changes. */
  watch(): void
  reload(): Promise<void>
  close(): void
}

const pollMs = 1_000

export function tokenFile({
  path,
  log,
  onTokens,
}: {
  readonly path: string
  readonly log: Log
  readonly onTokens: (tokens: readonly IntegrationToken[]) => void
}): TokenFile {
  let version = ''
  const reload = async (): Promise<void> => {
    const { tokens, problems } = parseIntegrationTokens('SPINDLE_INTEGRATION_TOKENS_FILE', await readFile(path, 'utf8'))
    // A half-written or broken file must not lock every property out: the tokens in force stay.
    if (problems.length > 0) return log.error('integration.tokens_invalid', { problems })
    onTokens(tokens)
    log.info('integration.tokens_loaded', { count: tokens.length })
  }
  const versionNow = async (): Promise<string> => {
    const { mtimeMs, size, ino } = await stat(path)
    return `${mtimeMs} ${size} ${ino}`
  }
  // Polled, because editors and secret mounts replace files in ways that watching by name misses.
  const check = async (): Promise<void> => {
    const now = await versionNow()
    if (version !== '' && now !== version) await reload()
    version = now
  }
  let failure = ''
  // Looked at every second: the same failure is logged once.
  const guarded = (work: () => Promise<void>) => async (): Promise<void> => {
    try {
      await work()
      failure = ''
    } catch (error) {
      const reason = (error as { readonly code?: string }).code ?? String(error)
      if (reason !== failure) log.error('integration.tokens_unreadable', { path, reason })
      failure = reason
    }
  }
  let timer: NodeJS.Timeout | undefined
  return {
    watch() {
      timer = setInterval(() => void guarded(check)(), pollMs)
      timer.unref()
      void guarded(check)()
    },
    reload: guarded(reload),
    close: () => clearInterval(timer),
  }
}
