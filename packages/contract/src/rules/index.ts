export { type AudioHeader, audioHeaderRules } from './audio-header-rules.ts'
export { type AudioFacts, type DecodedAudio, decodedAudioRules } from './decoded-audio-rules.ts'
export { applyRules, type CheckedRule, findingFrom, findingOf, type Hit, type Rule } from './define-rule.ts'
export { analysisFailed, checksumMismatch, storageFailed, type Unusable, unusableFileRules } from './file-rules.ts'
export { coverTooHeavy, type ImageHeader, imageRules, unusableRules } from './image-rules.ts'
export { findingOfRefusedTrack, type OutletRefusalCode, outletRefusalCodes } from './outlet-refusal-rules.ts'
export { publishedRules } from './registry.ts'
export { checkRelease, releaseRules } from './release/check-release.ts'
export { suggestedTypeOf } from './release/release-type-rules.ts'
export type {
  OtherRelease,
  OtherTrack,
  ReleaseForRules,
  RuleContext,
  UploadForRules,
} from './release/release-view.ts'
export { type RuleId, ruleIds } from './rule-ids.ts'
