import type { Upload } from '@spindle/client'
import { formatFindings } from '../../output/format-findings.ts'
import { joinCells } from '../../output/format-table.ts'
import { formatBytes, formatDuration } from '../../output/format-units.ts'
import { type Output, sanitizeText } from '../../output/terminal-output.ts'

/** An upload as the hub describes it, in words. */

export function formatUpload(upload: Upload, out: Pick<Output, 'paint' | 'columns'>): readonly string[] {
  const { id, filename, status, size, offset, sha256, expiresAt } = upload
  const facts = [
    joinCells([id, status], out.columns),
    size === null ? `${formatBytes(offset)} so far` : `${formatBytes(offset)} of ${formatBytes(size)}`,
    sanitizeText(formatTechnical(upload)),
    sha256 === null ? '' : `SHA-256 ${sha256}`,
    expiresAt === null ? '' : `Deleted on ${expiresAt} unless a release uses it`,
  ]
  return [
    out.paint('bold', sanitizeText(filename ?? id)),
    ...facts.filter((fact) => fact !== '').map((fact) => `  ${fact}`),
    ...formatFindings(upload.findings, out).map((line) => `  ${line}`),
  ]
}

/** `WAV 24/44.1 stereo 3:42`, `JPEG 3000×3000 srgb`; empty until the upload is analysed. */
export function formatTechnical({ technical }: Pick<Upload, 'technical'>): string {
  if (technical === null) return ''
  const container = technical.container.toUpperCase()
  if (technical.kind === 'image') return `${container} ${technical.width}×${technical.height} ${technical.colourSpace}`
  const { bitDepth, sampleRate, channels, durationMs, integratedLufs } = technical
  const rate = String(sampleRate / 1000)
  const shape = channels === 1 ? 'mono' : channels === 2 ? 'stereo' : `${channels} channels`
  const loudness = integratedLufs === null ? '' : ` ${integratedLufs.toFixed(1)} LUFS`
  return `${container} ${bitDepth === null ? rate : `${bitDepth}/${rate}`} ${shape} ${formatDuration(durationMs)}${loudness}`
}
