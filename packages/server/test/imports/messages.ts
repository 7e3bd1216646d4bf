import { createHash } from 'node:crypto'

/** Small messages of three families, written by hand. */

export interface Parts {
  readonly messageId?: string
  readonly createdAt?: string
  readonly title?: string
  readonly hash?: string
  readonly deals?: string
  readonly upc?: string
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
export const md5 = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex')

const terms = (uses: string) => `<DealTerms>
          <TerritoryCode>Worldwide</TerritoryCode>
          <ValidityPeriod><StartDateTime>2026-12-11T00:00:00</StartDateTime></ValidityPeriod>
          <CommercialModelType>SubscriptionModel</CommercialModelType>
          ${uses}
        </DealTerms>`

/** 4.2: the recording has its id and its file without an edition. */
export const message42 = ({
  messageId = 'M1',
  createdAt = '2026-11-01T10:00:00Z',
  title = 'Night Drive',
  hash = '',
  upc = '0200000000011',
  deals = `<DealList>
    <ReleaseDeal>
      <DealReleaseReference>R0</DealReleaseReference>
      <DealReleaseReference>R1</DealReleaseReference>
      <Deal>${terms('<UseType>OnDemandStream</UseType>')}</Deal>
    </ReleaseDeal>
  </DealList>`,
}: Parts = {}): string => `<?xml version="1.0" encoding="UTF-8"?>
<ern:NewReleaseMessage xmlns:ern="http://ddex.net/xml/ern/42" LanguageAndScriptCode="en">
  <MessageHeader>
    <MessageId>${messageId}</MessageId>
    <MessageSender><PartyId>PADPIDA2099010103C</PartyId><PartyName><FullName>Far Label</FullName></PartyName></MessageSender>
    <MessageRecipient><PartyId>PADPIDA2099010101A</PartyId></MessageRecipient>
    <MessageCreatedDateTime>${createdAt}</MessageCreatedDateTime>
  </MessageHeader>
  <PartyList>
    <Party><PartyReference>PAda</PartyReference><PartyName><FullName>Ada Lund</FullName></PartyName><PartyId><ISNI>0000000121032683</ISNI></PartyId></Party>
    <Party><PartyReference>PLabel</PartyReference><PartyName><FullName>Far Label</FullName></PartyName></Party>
  </PartyList>
  <ResourceList>
    <SoundRecording>
      <ResourceReference>A1</ResourceReference>
      <Type>MusicalWorkSoundRecording</Type>
      <ResourceId><ISRC>ZZABC2600001</ISRC></ResourceId>
      <DisplayTitleText>Intro (Live)</DisplayTitleText>
      <DisplayTitle><TitleText>Intro</TitleText></DisplayTitle>
      <VersionType>LiveVersion</VersionType>
      <DisplayArtistName>Ada Lund</DisplayArtistName>
      <DisplayArtist SequenceNumber="1"><ArtistPartyReference>PAda</ArtistPartyReference><DisplayArtistRole>MainArtist</DisplayArtistRole></DisplayArtist>
      <Contributor SequenceNumber="1"><ContributorPartyReference>PAda</ContributorPartyReference><Role>Composer</Role><Role>StudioProducer</Role></Contributor>
      <PLine><Year>2026</Year><PLineText>(P) 2026 Far Label</PLineText></PLine>
      <Duration>PT3M1S</Duration>
      <ParentalWarningType>NotExplicit</ParentalWarningType>
      <LanguageOfPerformance>de</LanguageOfPerformance>
      <TechnicalDetails>
        <TechnicalResourceDetailsReference>T1</TechnicalResourceDetailsReference>
        <File><URI>resources/A1.wav</URI>${hash}</File>
      </TechnicalDetails>
      <AudioChapterReference>X1</AudioChapterReference>
    </SoundRecording>
    <Image>
      <ResourceReference>A2</ResourceReference>
      <Type>FrontCoverImage</Type>
      <TechnicalDetails><File><URI>resources/A2.jpg</URI></File></TechnicalDetails>
    </Image>
  </ResourceList>
  <ReleaseList>
    <Release>
      <ReleaseReference>R0</ReleaseReference>
      <ReleaseType>Single</ReleaseType>
      <ReleaseId><ICPN>${upc}</ICPN><ProprietaryId Namespace="DPID:PADPIDA2099010103C">far-1</ProprietaryId></ReleaseId>
      <DisplayTitleText>${title}</DisplayTitleText>
      <DisplayTitle><TitleText>${title}</TitleText></DisplayTitle>
      <DisplayArtistName>Ada Lund</DisplayArtistName>
      <DisplayArtist SequenceNumber="1"><ArtistPartyReference>PAda</ArtistPartyReference><DisplayArtistRole>MainArtist</DisplayArtistRole></DisplayArtist>
      <ReleaseLabelReference>PLabel</ReleaseLabelReference>
      <PLine><Year>2026</Year><PLineText>2026 Far Label</PLineText></PLine>
      <CLine><Year>2026</Year><CLineText>2026 Far Label</CLineText></CLine>
      <Genre><GenreText>Electronic</GenreText></Genre>
      <ReleaseDate>2026-12-11</ReleaseDate>
      <ParentalWarningType>NotExplicit</ParentalWarningType>
      <ResourceGroup><ResourceGroupContentItem><SequenceNumber>1</SequenceNumber><ReleaseResourceReference>A1</ReleaseResourceReference></ResourceGroupContentItem></ResourceGroup>
    </Release>
    <TrackRelease>
      <ReleaseReference>R1</ReleaseReference>
      <ReleaseId><ISRC>ZZABC2600001</ISRC></ReleaseId>
      <ReleaseResourceReference>A1</ReleaseResourceReference>
      <Genre><GenreText>Electronic</GenreText></Genre>
    </TrackRelease>
  </ReleaseList>
  ${deals}
</ern:NewReleaseMessage>
`

/** 3.8.2: details by territory, discs, and deals on the tracks only. */
export const message382 = `<?xml version="1.0" encoding="ISO-8859-1"?>
<n:NewReleaseMessage xmlns:n="http://ddex.net/xml/ern/382" LanguageAndScriptCode="de">
  <MessageHeader>
    <MessageId>old-1</MessageId>
    <MessageSender><PartyId>PADPIDA2099010104D</PartyId><PartyName><FullName>Altes Label</FullName></PartyName></MessageSender>
    <MessageCreatedDateTime>2020-05-01T10:00:00+02:00</MessageCreatedDateTime>
  </MessageHeader>
  <UpdateIndicator>OriginalMessage</UpdateIndicator>
  <ResourceList>
    <SoundRecording>
      <SoundRecordingId><ISRC>ZZABC2000002</ISRC></SoundRecordingId>
      <IndirectSoundRecordingId><ISWC>T0345246801</ISWC></IndirectSoundRecordingId>
      <ResourceReference>A2</ResourceReference>
      <ReferenceTitle><TitleText>Zwei</TitleText></ReferenceTitle>
      <Duration>PT0H4M39S</Duration>
      <SoundRecordingDetailsByTerritory>
        <TerritoryCode>Worldwide</TerritoryCode>
        <Title TitleType="DisplayTitle"><TitleText>Zwei</TitleText><SubTitle>Radio Edit</SubTitle></Title>
        <DisplayArtist SequenceNumber="1"><PartyName><FullName>J\xf6rg</FullName></PartyName><ArtistRole>MainArtist</ArtistRole></DisplayArtist>
        <ResourceContributor><PartyName><FullName>Jana</FullName></PartyName><ResourceContributorRole>Producer</ResourceContributorRole></ResourceContributor>
        <ResourceContributor><PartyName><FullName>Jana</FullName></PartyName><ResourceContributorRole UserDefinedValue="Whistler">UserDefined</ResourceContributorRole></ResourceContributor>
        <IndirectResourceContributor><PartyName><FullName>Jana</FullName></PartyName><IndirectResourceContributorRole>ComposerLyricist</IndirectResourceContributorRole></IndirectResourceContributor>
        <PLine><Year>2020</Year><PLineText>Altes Label</PLineText></PLine>
        <ParentalWarningType>NoAdviceAvailable</ParentalWarningType>
        <TechnicalSoundRecordingDetails>
          <TechnicalResourceDetailsReference>T2</TechnicalResourceDetailsReference>
          <SamplingRate UnitOfMeasure="kHz">44.1</SamplingRate>
          <PreviewDetails><StartPoint>12</StartPoint></PreviewDetails>
          <File><FileName>two.flac</FileName><FilePath>resources/</FilePath><HashSum><HashSum>HashSumOfFile</HashSum><HashSumAlgorithmType>MD5</HashSumAlgorithmType></HashSum></File>
        </TechnicalSoundRecordingDetails>
      </SoundRecordingDetailsByTerritory>
      <SoundRecordingDetailsByTerritory>
        <TerritoryCode>JP</TerritoryCode>
        <Title TitleType="DisplayTitle"><TitleText>Ni</TitleText></Title>
      </SoundRecordingDetailsByTerritory>
    </SoundRecording>
    <SoundRecording>
      <SoundRecordingId><ISRC>ZZABC2000001</ISRC></SoundRecordingId>
      <ResourceReference>A1</ResourceReference>
      <ReferenceTitle><TitleText>Eins</TitleText></ReferenceTitle>
      <SoundRecordingDetailsByTerritory>
        <TerritoryCode>Worldwide</TerritoryCode>
        <ParentalWarningType>Explicit</ParentalWarningType>
        <TechnicalSoundRecordingDetails><File><FileName>one.flac</FileName></File></TechnicalSoundRecordingDetails>
      </SoundRecordingDetailsByTerritory>
    </SoundRecording>
  </ResourceList>
  <ReleaseList>
    <Release IsMainRelease="true">
      <ReleaseId><ICPN IsEan="true">0200000000028</ICPN><CatalogNumber Namespace="x">AL-9</CatalogNumber></ReleaseId>
      <ReleaseReference>R0</ReleaseReference>
      <ReleaseType>Album</ReleaseType>
      <ReleaseDetailsByTerritory>
        <TerritoryCode>Worldwide</TerritoryCode>
        <DisplayArtistName>J\xf6rg</DisplayArtistName>
        <LabelName>Altes Label</LabelName>
        <Title TitleType="DisplayTitle"><TitleText>Beide</TitleText></Title>
        <DisplayArtist><PartyName><FullName>J\xf6rg</FullName></PartyName><ArtistRole>MainArtist</ArtistRole></DisplayArtist>
        <Genre><GenreText>Schlager der Berge</GenreText></Genre>
        <ResourceGroup>
          <ResourceGroup><Title><TitleText>Disc-2</TitleText></Title><SequenceNumber>2</SequenceNumber>
            <ResourceGroupContentItem><SequenceNumber>1</SequenceNumber><ReleaseResourceReference>A2</ReleaseResourceReference></ResourceGroupContentItem></ResourceGroup>
          <ResourceGroup><Title><TitleText>Disc-1</TitleText></Title><SequenceNumber>1</SequenceNumber>
            <ResourceGroupContentItem><SequenceNumber>1</SequenceNumber><ReleaseResourceReference>A1</ReleaseResourceReference></ResourceGroupContentItem></ResourceGroup>
        </ResourceGroup>
      </ReleaseDetailsByTerritory>
    </Release>
    ${['1', '2']
      .map(
        (number) => `<Release>
      <ReleaseId><ISRC>ZZABC200000${number}</ISRC></ReleaseId>
      <ReleaseReference>R${number}</ReleaseReference>
      <ReleaseType>TrackRelease</ReleaseType>
      <ReleaseResourceReferenceList><ReleaseResourceReference>A${number}</ReleaseResourceReference></ReleaseResourceReferenceList>
    </Release>`,
      )
      .join('\n    ')}
  </ReleaseList>
  <DealList>
    ${['1', '2']
      .map(
        (number) => `<ReleaseDeal>
      <DealReleaseReference>R${number}</DealReleaseReference>
      <Deal><DealTerms>
        <CommercialModelType>SubscriptionModel</CommercialModelType>
        <Usage><UseType>OnDemandStream</UseType></Usage>
        <TerritoryCode>DE</TerritoryCode><TerritoryCode>AT</TerritoryCode>
        <ValidityPeriod><StartDate>2020-06-05</StartDate></ValidityPeriod>
      </DealTerms></Deal>
    </ReleaseDeal>`,
      )
      .join('\n    ')}
  </DealList>
</n:NewReleaseMessage>
`
