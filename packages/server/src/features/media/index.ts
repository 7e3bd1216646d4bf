export { type MediaAnalyser, type MediaAnalyserOptions, mediaAnalyser } from './analyser.ts'
export { mediaRules } from './rules.ts'
export type { MediaVerdict } from './verdict.ts'
