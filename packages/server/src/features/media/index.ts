export { type MediaAnalyser, type MediaAnalyserOptions, mediaAnalyser } from './analyser.ts'
export type { MediaVerdict } from './verdict.ts'
