import { describe, expect, it } from 'vitest'
import { outcomeOf } from '../../src/features/interchange/packages/answer-outcome.ts'
import { readAcknowledgements } from '../../src/features/interchange/packages/read-acknowledgement.ts'

const read = (text: string) => readAcknowledgements(Buffer.from(text))
const header = '<MessageHeader><MessageId>ack_1</MessageId></MessageHeader>'

describe('an acknowledgement', () => {
  it.each([
    [
      'to 1.5',
      `<?xml version="1.0"?><f:FtpAcknowledgementMessage xmlns:f="x">${header}<AcknowledgedFile><ReleaseId><ICPN>1</ICPN></ReleaseId><MessageId>msg_1</MessageId></AcknowledgedFile><FileStatus>FileOK</FileStatus></f:FtpAcknowledgementMessage>`,
      [{ messageId: 'msg_1', status: 'FileOK', text: '' }],
    ],
    [
      '1.7',
      `<ErnAcknowledgementStatusMessage>${header}<ReleaseStatus><ReleaseStatus>X</ReleaseStatus><ErrorText>ISRC &amp; title are missing</ErrorText><Acknowledgement><MessageType>NewReleaseMessage</MessageType><MessageId>msg_1</MessageId><MessageStatus><Status>MetadataMissing</Status></MessageStatus></Acknowledgement></ReleaseStatus></ErnAcknowledgementStatusMessage>`,
      [{ messageId: 'msg_1', status: 'MetadataMissing', text: 'ISRC & title are missing' }],
    ],
    [
      '1.8, of two messages',
      `<AcknowledgementMessage>${header}<Acknowledgement><MessageId>msg_1</MessageId><MessageStatus><Status>FileOK</Status></MessageStatus></Acknowledgement><Acknowledgement><MessageId>msg_2</MessageId><MessageStatus><Status>ResourceCorrupt</Status><Information><![CDATA[<T1>]]></Information></MessageStatus></Acknowledgement></AcknowledgementMessage>`,
      [
        { messageId: 'msg_1', status: 'FileOK', text: '' },
        { messageId: 'msg_2', status: 'ResourceCorrupt', text: '<T1>' },
      ],
    ],
    [
      '1.7, with a word of the store’s own',
      `<ErnAcknowledgementStatusMessage>${header}<ReleaseStatus><Acknowledgement><MessageId>msg_1</MessageId><MessageStatus><Status UserDefinedValue="ResouceBinariesMissing" Namespace="x">UserDefined</Status></MessageStatus></Acknowledgement></ReleaseStatus></ErnAcknowledgementStatusMessage>`,
      [{ messageId: 'msg_1', status: 'ResouceBinariesMissing', text: '' }],
    ],
  ])('is read in the shape %s', (_, text, expected) => expect(read(text)).toEqual(expected))

  const plain =
    '<a:AcknowledgementMessage xmlns:a="http://ddex.net/xml/other/99">\r\n<a:Acknowledgement>\r\n<a:MessageId> msg_1\r\n</a:MessageId><a:Status>FileOK</a:Status>\r\n</a:Acknowledgement></a:AcknowledgementMessage>'
  const utf16 = Buffer.from(`\uFEFF<?xml version="1.0" encoding="utf-16"?>\r\n${plain}`, 'utf16le')
  it.each<[string, Buffer]>([
    ['a byte order mark and line ends of Windows', Buffer.from(`\uFEFF${plain}`)],
    ['UTF-16', utf16],
    ['UTF-16, big end first', Buffer.from(utf16).swap16()],
    ['Latin-1', Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${plain}<!-- é -->`, 'latin1')],
  ])('is read with %s', (_, bytes) =>
    expect(readAcknowledgements(bytes)).toEqual([{ messageId: 'msg_1', status: 'FileOK', text: '' }]),
  )

  it('has the letters of its encoding', () => {
    const text =
      '<a><Acknowledgement><MessageId>m</MessageId><Status>X</Status><ErrorText>Café &#233;&#x2019;</ErrorText></Acknowledgement></a>'
    for (const bytes of [Buffer.from(text), Buffer.from(text, 'latin1'), Buffer.from(`\uFEFF${text}`, 'utf16le')])
      expect(readAcknowledgements(bytes)).toEqual([{ messageId: 'm', status: 'X', text: 'Café é’' }])
  })

  it.each([
    ['no XML', 'FileOK'],
    ['nothing', ''],
    [
      'a document type',
      '<!DOCTYPE a [<!ENTITY b "c">]><a><Acknowledgement><MessageId>m</MessageId><Status>FileOK</Status></Acknowledgement></a>',
    ],
    ['one that was cut', '<a><Acknowledgement><MessageId>m</MessageId><Status>FileOK</Status>'],
    ['tags that cross', '<a><b></a></b>'],
    ['a tower', '<a>'.repeat(200_000)],
    [
      'a comment without an end',
      `<a>${'<!--'.repeat(60_000)}<Acknowledgement><MessageId>m</MessageId><Status>FileOK</Status></Acknowledgement></a>`,
    ],
    ['entities', `<a><Acknowledgement><MessageId>m</MessageId></Acknowledgement>${'&a;'.repeat(10_000)}</a>`],
  ])('says nothing where it is %s', (_, text) => expect(read(text)).toEqual([]))
})

describe('what a status means', () => {
  it.each([
    ['FileOK', 'offer', 'accepted'],
    ['ReleaseMadeAvailableToConsumers', 'offer', 'accepted'],
    ['NoDealInNewReleaseMessage', 'takedown', 'accepted'],
    ['NoDealInNewReleaseMessage', 'offer', 'refused'],
    ['MetadataMissing', 'takedown', 'refused'],
  ] as const)('%s to a message that is an %s: %s', (status, purpose, result) =>
    expect(outcomeOf({ status, text: '' }, purpose).result).toBe(result),
  )

  it('uses our words when the store has none', () => {
    expect(outcomeOf({ status: 'SignatureOrHashSumWrongOrMissing', text: '' }, 'offer')).toEqual({
      result: 'refused',
      code: 'signature_or_hash_sum_wrong_or_missing',
      message: 'The store answered SignatureOrHashSumWrongOrMissing.',
    })
  })
})
