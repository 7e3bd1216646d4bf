import { deflateRawSync } from 'node:zlib'
import { limits } from '@spindle/contract'
import { message42 } from './messages.ts'

/** Hostile messages, with the expected result of each. Used by tests, and by the benchmark of the jail. */

export interface HostileMessage {
  readonly name: string
  /** `secret` is the path of a file whose content must not leak. */
  make(secret: string): string | Buffer
  /** The start of the refusal's code; empty if it depends on the machine which limit is reached first. */
  readonly code: string
}

const around = (body: string, before = ''): string =>
  `<?xml version="1.0" encoding="UTF-8"?>${before}<e:NewReleaseMessage xmlns:e="http://ddex.net/xml/ern/432">${body}</e:NewReleaseMessage>`
const nested = (depth: number): string => '<a>'.repeat(depth) + '</a>'.repeat(depth)
const laughs = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('')
const attributes = (count: number): string => Array.from({ length: count }, (_, n) => `a${n}="1"`).join(' ')
const many = (count: number, part: (index: number) => string): string =>
  Array.from({ length: count }, (_, n) => part(n)).join('')

/** The maximum size of a message. */
const filled = (part: string): string => {
  const shell = around('').length
  return around(part.repeat(Math.floor((limits.maxMessageBytes - shell) / part.length)))
}

const message = (name: string, make: HostileMessage['make'], code: string): HostileMessage => ({ name, make, code })

export const hostileMessages: readonly HostileMessage[] = [
  message(
    'an entity that names a file',
    (secret) => around('&x;', `<!DOCTYPE e [<!ENTITY x SYSTEM "file://${secret}">]>`),
    'xml',
  ),
  message(
    'an entity that names a file, in an attribute',
    (secret) => around('<a b="&x;"/>', `<!DOCTYPE e [<!ENTITY x SYSTEM "file://${secret}">]>`),
    'xml',
  ),
  message(
    'a document type of the network',
    () => around('', '<!DOCTYPE e SYSTEM "http://127.0.0.1:1/e.dtd">'),
    'xml_refused',
  ),
  message('a document type that is a file', (secret) => around('', `<!DOCTYPE e SYSTEM "${secret}">`), 'xml_refused'),
  message(
    'a parameter entity',
    (secret) => around('', `<!DOCTYPE e [<!ENTITY % x SYSTEM "file://${secret}">%x;]>`),
    'xml',
  ),
  message('a billion laughs', () => around('&l9;', `<!DOCTYPE e [<!ENTITY l0 "ha">${laughs}]>`), 'xml'),
  message(
    'one long entity, a hundred thousand times',
    () => around('&x;'.repeat(100_000), `<!DOCTYPE e [<!ENTITY x "${'x'.repeat(100_000)}">]>`),
    'xml',
  ),
  message(
    'an inclusion',
    (secret) => around(`<i:include xmlns:i="http://www.w3.org/2001/XInclude" href="${secret}" parse="text"/>`),
    'message_unusable',
  ),
  message(
    'a stylesheet and a schema that are files',
    (secret) =>
      around(
        `<a xmlns:s="http://www.w3.org/2001/XMLSchema-instance" s:schemaLocation="x file://${secret}"/>`,
        `<?xml-stylesheet type="text/xsl" href="file://${secret}"?>`,
      ),
    'message_unusable',
  ),
  message('elements 200 deep', () => around(nested(200)), 'xml_refused'),
  message('elements 100,000 deep', () => around(nested(100_000)), 'xml_invalid'),
  message('300,000 elements', () => around('<a/>'.repeat(300_000)), 'xml_refused'),
  message('8 MiB of elements', () => filled('<a/>'), 'xml_refused'),
  message('8 MiB of comments', () => filled('<!---->'), ''),
  message('8 MiB of character references', () => filled('&#65;'), 'xml_refused'),
  message('a thousand attributes', () => around(`<a ${attributes(1000)}/>`), 'xml_refused'),
  message('8 MiB of attributes of one element', () => around(`<a ${attributes(600_000)}/>`), 'xml_refused'),
  message('an attribute of 2 MB', () => around(`<a b="${'x'.repeat(2_000_000)}"/>`), 'xml_refused'),
  message('a text of 7 MB', () => around(`<a>${'x'.repeat(7_000_000)}</a>`), 'xml_refused'),
  message('100,000 namespaces', () => around(many(100_000, (n) => `<a xmlns:n${n}="u${n}"/>`)), ''),
  message('the same attribute twice', () => around('<a b="1" b="2"/>'), 'xml_invalid'),
  message('bytes that are no UTF-8', () => Buffer.from(around('<a>\xff\xfe</a>'), 'latin1'), 'xml_invalid'),
  message('an encoding that nobody knows', () => message42().replace('UTF-8', 'X-NONE'), 'xml_invalid'),
  message('UTF-8 that calls itself UTF-16', () => message42().replace('UTF-8', 'UTF-16'), 'xml_invalid'),
  message('UTF-7', () => message42().replace('UTF-8', 'UTF-7').replaceAll('<', '+ADw-'), 'xml_invalid'),
  message('half of a message', () => message42().slice(0, 2_000), 'xml_invalid'),
  message('a NUL', () => around('<a>\0</a>'), 'xml_invalid'),
  message('nothing', () => '', 'xml_invalid'),
  message('no XML', () => '{"title":"x"}', 'xml_invalid'),
  message('audio', () => Buffer.from('fLaC\0\0\0\x22'), 'xml_invalid'),
  message('compressed XML', () => deflateRawSync(message42()), 'xml_invalid'),
  message('another language', () => '<html/>', 'message_unknown'),
  message('a version that does not exist', () => message42().replace('ern/42', 'ern/999'), 'message_unknown'),
]
