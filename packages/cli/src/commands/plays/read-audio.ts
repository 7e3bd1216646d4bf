import { setTimeout as sleep } from 'node:timers/promises'
import type { AudioFormat, Integration } from '@spindle/client'
import { CommandError } from '@spindle/command-line'
import { readResponseBody } from '../../hub/read-response-body.ts'

/** The bytes of a master or of a compressed copy, continued by Range (RFC 9110 section 14) after a lost connection. */

/** One track, as the property with this integration token may read it. */
export interface AudioSource {
  readonly integration: Integration
  readonly trackId: string
  /** A compressed copy in place of the master. */
  readonly format: AudioFormat | undefined
  readonly signal: AbortSignal
}

/** What the hub says of the whole file. */
export interface Master {
  readonly etag: string | null
  /** Its digest; undefined if a proxy removed the header, and of a compressed copy. */
  readonly sha256: string | undefined
}

const maxFailures = 5
const pauseMs = 1_000

/**
 * The bytes from `start` on. Continues after at most five lost connections in a row; throws `master_replaced` when the
 * bytes are no longer those it began with.
 */
export async function* readAudio(
  { integration, trackId, format, signal }: AudioSource,
  { start, onMaster }: { readonly start: number; readonly onMaster: (master: Master) => void },
): AsyncGenerator<Uint8Array> {
  let position = start
  let master: Master | undefined
  for (let failures = 0; ; ) {
    const range = position === 0 ? {} : { range: { start: position } }
    const response = await integration.audio(trackId, { ...range, format, signal })
    const etag = response.headers.get('etag')
    const found: Master = { etag, sha256: /^(?:W\/)?"([0-9a-f]{64})"$/.exec(etag ?? '')?.[1] }
    if (master !== undefined && master.etag !== found.etag) throw masterReplaced()
    master = found
    onMaster(found)
    try {
      for await (const chunk of readResponseBody(response, signal)) {
        position += chunk.byteLength
        failures = 0
        yield chunk
      }
      return
    } catch (error) {
      if (!(error instanceof CommandError) || ++failures > maxFailures) throw error
      await sleep(pauseMs, undefined, { signal }).catch(() => signal.throwIfAborted())
    }
  }
}

/** The bytes are no longer those that were asked for. */
export const masterReplaced = (): CommandError =>
  new CommandError('The audio file was replaced during the download', {
    code: 'master_replaced',
    fix: 'Run the same command again.',
  })
