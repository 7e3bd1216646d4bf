import type { Import } from '@spindle/client'
import { expect, it } from 'vitest'
import { formatImport } from '../../src/commands/imports/format-import.ts'

it('a message that the hub took from a drop says so, with its place there', () => {
  const taken: Import = {
    id: 'imp_01JD3MZ6V8Q4W9X2K7N5T0RHYB',
    status: 'refused',
    releaseId: null,
    version: null,
    messageId: null,
    senderId: null,
    senderName: null,
    messageCreatedAt: null,
    sha256: '0'.repeat(64),
    drop: { id: 'label', path: '20261120100000123/a/a\u001b[2J.xml' },
    createdAt: '2026-11-20T10:00:00.000Z',
    endedAt: '2026-11-20T10:00:01.000Z',
    refusal: { code: 'xml_invalid', message: 'The XML has no end.', line: 7 },
    files: [],
    notes: [],
  }
  expect(formatImport('a.xml', taken, { paint: (_, text) => text, columns: 80 })).toEqual([
    '✖ a.xml was refused',
    '  from the drop label: 20261120100000123/a/a.xml',
    '  The XML has no end. (line 7)',
  ])
})
