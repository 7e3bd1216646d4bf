import { checkHookFailed } from './check-hook-rule.ts'
import { publishRule, type Rule } from './define-rule.ts'
import { audioHeaderRules } from './files/audio-header-rules.ts'
import { decodedAudioRules } from './files/decoded-audio-rules.ts'
import { analysisFailed, checksumMismatch, storageFailed, unusableFileRules } from './files/file-rules.ts'
import { coverFormatRefused, imageRules } from './files/image-rules.ts'
import { outletRefusalRules } from './outlet-refusal-rules.ts'
import { releaseRules } from './release/check-release.ts'

/**
 * Every rule a finding can come from, as `GET /api/v1/music-distributor/rules` publishes them, in the order of
 * `ruleIds`.
 */
export const publishedRules: readonly Rule[] = [
  ...releaseRules,
  checksumMismatch,
  storageFailed,
  ...Object.values(unusableFileRules),
  analysisFailed,
  ...audioHeaderRules,
  ...decodedAudioRules,
  ...imageRules,
  coverFormatRefused,
  ...outletRefusalRules,
  checkHookFailed,
].map(publishRule)
