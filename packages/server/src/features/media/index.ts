export { createMediaAnalyser, type MediaAnalyser, type MediaAnalyserOptions } from './analyser.ts'
export { mediaRules } from './rules.ts'
export type { MediaVerdict } from './verdict.ts'
