/**
 * What releases and files are checked by. A rule is data with a pure function and is here once; hub and command line
 * apply the same. `files` checks masters and covers, `release` the metadata of a release: what is `required`, its
 * `identifiers`, its `consistency`, its `texts` and its `style`. Outlets add what they refuse.
 */

export type { AudioHeader } from '../audio-headers/audio-header.ts'
export { checkHookFailed } from './check-hook-rule.ts'
export {
  applyRules,
  type CheckedRule,
  findingFrom,
  findingOf,
  type Hit,
  ownFinding,
  ownRulePrefix,
  type Rule,
} from './define-rule.ts'
export { audioHeaderRules } from './files/audio-header-rules.ts'
export { type AudioFacts, type DecodedAudio, decodedAudioRules } from './files/decoded-audio-rules.ts'
export {
  analysisFailed,
  checksumMismatch,
  storageFailed,
  type Unusable,
  unusableFileRules,
} from './files/file-rules.ts'
export { coverTooHeavy, type ImageHeader, imageRules, unusableRules } from './files/image-rules.ts'
export { severities } from './finding.ts'
export { findingOfRefusedTrack, type OutletRefusalCode, outletRefusalCodes } from './outlet-refusal-rules.ts'
export { publishedRules } from './registry.ts'
export { checkRelease, releaseRules } from './release/check-release.ts'
export { checkWrittenValues } from './release/check-written-values.ts'
export { suggestedTypeOf } from './release/consistency/release-type-rules.ts'
export { isrcsByAudio, trackAudioOf } from './release/identifiers/recordings.ts'
export type {
  KnownRecording,
  LabelCodes,
  OtherAudio,
  OtherRelease,
  OtherTrack,
  ReleaseForRules,
  ReleasePlace,
  ReplacedRelease,
  RuleContext,
  StoreFilter,
  StoreForRules,
  StoreWishes,
  UploadForRules,
} from './release/release-view.ts'
export { findNeeds, type Need } from './release/required/required-members.ts'
export { type RuleId, ruleIds } from './rule-ids.ts'
