import { basename } from 'node:path'
import type { Upload, UploadProgress } from '@spindle/client'
import type { Explanation } from '../explain.ts'
import { findingLines } from '../findings.ts'
import { type Output, plainText } from '../output.ts'
import { formatBytes } from '../units.ts'
import { technicalWords } from './describe.ts'

/** Tells on stderr how uploads go. */

export interface UploadView {
  progress(file: string, progress: UploadProgress): void
  /** All bytes are there; its checks follow. */
  sent(file: string, upload: Upload): void
  done(file: string, upload: Upload): void
  failed(file: string, explanation: Omit<Explanation, 'exitCode'>): void
  close(): void
}

export function createView(out: Output): UploadView {
  const begun = new Set<string>()
  const nameOf = (file: string): string => plainText(basename(file))
  return {
    progress(file, { uploadedBytes, totalBytes = 0 }) {
      if (begun.has(file)) return
      begun.add(file)
      const share = totalBytes > 0 ? Math.floor((uploadedBytes / totalBytes) * 100) : 0
      const from = uploadedBytes > 0 ? `, resumed at ${share}%` : ''
      out.say(`${nameOf(file)}  ${formatBytes(totalBytes)}${from}`)
    },
    sent: () => {},
    done(file, upload) {
      const mark = upload.status === 'rejected' ? out.paint('red', '✖') : out.paint('green', '✔')
      out.say([`${mark} ${nameOf(file)}`, upload.id, upload.status, technicalWords(upload)].filter(Boolean).join('  '))
      for (const line of findingLines(upload.findings, out)) out.say(`  ${line}`)
    },
    failed(file, { message, fix, code }) {
      out.say(`${out.paint('red', '✖')} ${nameOf(file)}  ${plainText(message)}  [${code}]`)
      if (fix !== undefined) out.say(`  ${fix}`)
    },
    close: () => {},
  }
}
