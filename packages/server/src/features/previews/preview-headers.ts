import type { UploadFacts } from '../uploads/index.ts'

/**
 * The bytes came from outside. A browser takes them for what we say they are, saves them when they are opened by
 * themselves, and in no case runs them as a page of the hub. Elements that play and show take no notice. What a browser
 * keeps is for pages of the hub alone: another port or a sibling host has a share in the same cache, without asking us.
 */
export const previewHeaders = ({ id, filename }: UploadFacts, extension: string): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'content-disposition': `attachment; filename="${id}.${extension}"; filename*=UTF-8''${encodeName(filename ?? id, extension)}`,
})

/** RFC 8187 section 3.2.1: everything but a few signs is percent-encoded. */
const encodeName = (filename: string, extension: string): string =>
  encodeURIComponent(`${filename.replace(/\.\w{1,5}$/, '')}.${extension}`.toWellFormed()).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
