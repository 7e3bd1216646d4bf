/** A browser and its system in words, from its user agent. Null if that is unknown. */

const browsers = [
  [/\bEdg\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\//, 'Firefox'],
  [/Chrom(?:e|ium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^spindle\b/, 'spindle'],
] as const

const systems = [
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
] as const

const find = (list: readonly (readonly [RegExp, string])[], text: string): string | undefined =>
  list.find(([form]) => form.test(text))?.[1]

export interface Device {
  readonly browser: string | undefined
  readonly system: string | undefined
}

export const readDevice = (userAgent: string): Device => ({
  browser: find(browsers, userAgent),
  system: find(systems, userAgent),
})
