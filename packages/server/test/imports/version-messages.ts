/** One release, written by hand in each version of ERN. Names, codes and numbers are invented. */

const namespaceOf = (version: string): string => version.replaceAll('.', '')
const head = `<MessageHeader>
    <MessageId>V1</MessageId>
    <MessageSender><PartyId>PADPIDA2099010103C</PartyId><PartyName><FullName>Far Label</FullName></PartyName></MessageSender>
    <MessageRecipient><PartyId>PADPIDA2099010101A</PartyId></MessageRecipient>
    <MessageCreatedDateTime>2026-11-01T10:00:00Z</MessageCreatedDateTime>
  </MessageHeader>`
const hash = 'd41d8cd98f00b204e9800998ecf8427e'

/** 3.8 to 3.8.3: names are given where they are used, everything in details by territory. */
export const message3 = (version: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<ern:NewReleaseMessage xmlns:ern="http://ddex.net/xml/ern/${namespaceOf(version)}" MessageSchemaVersionId="ern/${namespaceOf(version)}" LanguageAndScriptCode="en">
  ${head}
  <UpdateIndicator>OriginalMessage</UpdateIndicator>
  <ResourceList>
    <SoundRecording>
      <SoundRecordingType>MusicalWorkSoundRecording</SoundRecordingType>
      <SoundRecordingId><ISRC>ZZABC2600001</ISRC></SoundRecordingId>
      <IndirectSoundRecordingId><ISWC>T0345246801</ISWC></IndirectSoundRecordingId>
      <ResourceReference>A1</ResourceReference>
      <ReferenceTitle><TitleText>Harbour</TitleText></ReferenceTitle>
      <LanguageOfPerformance>sv</LanguageOfPerformance>
      <Duration>PT3M1S</Duration>
      <SoundRecordingDetailsByTerritory>
        <TerritoryCode>Worldwide</TerritoryCode>
        <Title TitleType="DisplayTitle"><TitleText>Harbour</TitleText><SubTitle>Live</SubTitle></Title>
        <DisplayArtist SequenceNumber="1"><PartyName><FullName>Ada Lund</FullName></PartyName><ArtistRole>MainArtist</ArtistRole></DisplayArtist>
        <DisplayArtist SequenceNumber="2"><PartyName><FullName>Bo Ek</FullName></PartyName><ArtistRole>FeaturedArtist</ArtistRole></DisplayArtist>
        <ResourceContributor SequenceNumber="1"><PartyName><FullName>Cy Dahl</FullName></PartyName><ResourceContributorRole>Producer</ResourceContributorRole></ResourceContributor>
        <IndirectResourceContributor SequenceNumber="1"><PartyName><FullName>Cy Dahl</FullName></PartyName><IndirectResourceContributorRole>Composer</IndirectResourceContributorRole></IndirectResourceContributor>
        <PLine><Year>2026</Year><PLineText>(P) 2026 Far Label</PLineText></PLine>
        <Genre><GenreText>Electronic</GenreText></Genre>
        <ParentalWarningType>Explicit</ParentalWarningType>
        <TechnicalSoundRecordingDetails>
          <TechnicalResourceDetailsReference>T1</TechnicalResourceDetailsReference>
          <AudioCodecType>FLAC</AudioCodecType>
          <File><FileName>A1.flac</FileName><FilePath>resources/</FilePath><HashSum><HashSum>${hash}</HashSum><HashSumAlgorithmType>MD5</HashSumAlgorithmType></HashSum></File>
        </TechnicalSoundRecordingDetails>
      </SoundRecordingDetailsByTerritory>
    </SoundRecording>
    <Image>
      <ImageType>FrontCoverImage</ImageType>
      <ImageId><ProprietaryId Namespace="DPID:PADPIDA2099010103C">cover-1</ProprietaryId></ImageId>
      <ResourceReference>A2</ResourceReference>
      <ImageDetailsByTerritory>
        <TerritoryCode>Worldwide</TerritoryCode>
        <TechnicalImageDetails>
          <TechnicalResourceDetailsReference>T2</TechnicalResourceDetailsReference>
          <File><FileName>A2.jpg</FileName><FilePath>resources/</FilePath></File>
        </TechnicalImageDetails>
      </ImageDetailsByTerritory>
    </Image>
  </ResourceList>
  <ReleaseList>
    <Release IsMainRelease="true">
      <ReleaseId><ICPN IsEan="true">0200000000011</ICPN><CatalogNumber Namespace="DPID:PADPIDA2099010103C">FL-1</CatalogNumber><ProprietaryId Namespace="DPID:PADPIDA2099010103C">far-1</ProprietaryId></ReleaseId>
      <ReleaseReference>R0</ReleaseReference>
      <ReferenceTitle><TitleText>Harbour Lights</TitleText></ReferenceTitle>
      <ReleaseResourceReferenceList>
        <ReleaseResourceReference ReleaseResourceType="PrimaryResource">A1</ReleaseResourceReference>
        <ReleaseResourceReference ReleaseResourceType="SecondaryResource">A2</ReleaseResourceReference>
      </ReleaseResourceReferenceList>
      <ReleaseType>Single</ReleaseType>
      <ReleaseDetailsByTerritory>
        <TerritoryCode>Worldwide</TerritoryCode>
        <DisplayArtistName>Ada Lund</DisplayArtistName>
        <LabelName>Far Label</LabelName>
        <Title TitleType="DisplayTitle"><TitleText>Harbour Lights</TitleText></Title>
        <DisplayArtist SequenceNumber="1"><PartyName><FullName>Ada Lund</FullName></PartyName><ArtistRole>MainArtist</ArtistRole></DisplayArtist>
        <ParentalWarningType>Explicit</ParentalWarningType>
        <ResourceGroup>
          <ResourceGroupContentItem><SequenceNumber>1</SequenceNumber><ResourceType>SoundRecording</ResourceType><ReleaseResourceReference ReleaseResourceType="PrimaryResource">A1</ReleaseResourceReference></ResourceGroupContentItem>
        </ResourceGroup>
        <Genre><GenreText>Electronic</GenreText></Genre>
        <ReleaseDate>2026-12-11</ReleaseDate>
        <OriginalReleaseDate>2026-12-01</OriginalReleaseDate>
      </ReleaseDetailsByTerritory>
      <PLine><Year>2026</Year><PLineText>(P) 2026 Far Label</PLineText></PLine>
      <CLine><Year>2026</Year><CLineText>(C) 2026 Far Label</CLineText></CLine>
    </Release>
    <Release IsMainRelease="false">
      <ReleaseId><ISRC>ZZABC2600001</ISRC></ReleaseId>
      <ReleaseReference>R1</ReleaseReference>
      <ReferenceTitle><TitleText>Harbour</TitleText></ReferenceTitle>
      <ReleaseResourceReferenceList><ReleaseResourceReference ReleaseResourceType="PrimaryResource">A1</ReleaseResourceReference></ReleaseResourceReferenceList>
      <ReleaseType>TrackRelease</ReleaseType>
      <ReleaseDetailsByTerritory>
        <TerritoryCode>Worldwide</TerritoryCode>
        <Genre><GenreText>Electronic</GenreText></Genre>
      </ReleaseDetailsByTerritory>
    </Release>
  </ReleaseList>
  <DealList>
    <ReleaseDeal>
      <DealReleaseReference>R0</DealReleaseReference>
      <DealReleaseReference>R1</DealReleaseReference>
      <Deal><DealTerms>
        <CommercialModelType>SubscriptionModel</CommercialModelType>
        <Usage><UseType>OnDemandStream</UseType></Usage>
        <TerritoryCode>SE</TerritoryCode><TerritoryCode>NO</TerritoryCode>
        <ValidityPeriod><StartDate>2026-12-11</StartDate></ValidityPeriod>
      </DealTerms></Deal>
    </ReleaseDeal>
  </DealList>
</ern:NewReleaseMessage>
`

/** Since then the recording has its id, its ℗ and its files in an edition. */
const withEditions: readonly string[] = ['4.3', '4.3.1', '4.3.2']

const party = (reference: string, name: string, ids = '') =>
  `<Party><PartyReference>${reference}</PartyReference><PartyName><FullName>${name}</FullName></PartyName>${ids}</Party>`
const artist = (place: number, reference: string, role: string) =>
  `<DisplayArtist SequenceNumber="${place}"><ArtistPartyReference>${reference}</ArtistPartyReference><DisplayArtistRole>${role}</DisplayArtistRole></DisplayArtist>`
const titles = (text: string, version = '') =>
  `<DisplayTitleText IsDefault="true">${text}</DisplayTitleText><DisplayTitle IsDefault="true"><TitleText>${text}</TitleText></DisplayTitle>${version}`
const file = (uri: string) =>
  `<File><URI>${uri}</URI><HashSum><Algorithm>MD5</Algorithm><HashSumValue>${hash}</HashSumValue></HashSum></File>`

/** 4.1 to 4.3.2: names in a separate list. */
export function message4(version: string): string {
  const hasEditions = withEditions.includes(version)
  const isNewest = version === '4.3.2'
  const id = '<ResourceId><ISRC>ZZABC2600001</ISRC></ResourceId>'
  const line = '<PLine><Year>2026</Year><PLineText>(P) 2026 Far Label</PLineText></PLine>'
  const audio = file('resources/A1.flac')
  const role = (word: string) => (isNewest ? `<Role><Value>${word}</Value></Role>` : `<Role>${word}</Role>`)
  const edition = `<SoundRecordingEdition>${id}${line}<TechnicalDetails><TechnicalResourceDetailsReference>T1</TechnicalResourceDetailsReference><DeliveryFile><Type>AudioFile</Type><AudioCodecType>FLAC</AudioCodecType>${audio}<IsProvidedInDelivery>true</IsProvidedInDelivery></DeliveryFile></TechnicalDetails></SoundRecordingEdition>`
  const flat = `<TechnicalDetails><TechnicalResourceDetailsReference>T1</TechnicalResourceDetailsReference><AudioCodecType>FLAC</AudioCodecType>${audio}</TechnicalDetails>`
  const genre = '<GenreText>Electronic</GenreText>'
  const genres = isNewest ? `<DisplayGenre IsDefault="true">${genre}</DisplayGenre>` : `<Genre>${genre}</Genre>`
  return `<?xml version="1.0" encoding="UTF-8"?>
<ern:NewReleaseMessage xmlns:ern="http://ddex.net/xml/ern/${namespaceOf(version)}" ReleaseProfileVersionId="Audio" AvsVersionId="9" LanguageAndScriptCode="en">
  ${head}
  <PartyList>
    ${party('PAda', 'Ada Lund', '<PartyId><ISNI>0000000121032683</ISNI></PartyId>')}
    ${party('PBo', 'Bo Ek')}
    ${party('PCy', 'Cy Dahl', '<PartyId><IpiNameNumber>00052210040</IpiNameNumber></PartyId>')}
    ${party('PLabel', 'Far Label')}
  </PartyList>
  <ResourceList>
    <SoundRecording>
      <ResourceReference>A1</ResourceReference>
      <Type>MusicalWorkSoundRecording</Type>
      ${hasEditions ? edition : id}
      <WorkId><ISWC>T0345246801</ISWC></WorkId>
      ${titles('Harbour', '<VersionType>LiveVersion</VersionType>')}
      <DisplayArtistName IsDefault="true">Ada Lund feat. Bo Ek</DisplayArtistName>
      ${artist(1, 'PAda', 'MainArtist')}
      ${artist(2, 'PBo', 'FeaturedArtist')}
      <Contributor SequenceNumber="1"><ContributorPartyReference>PCy</ContributorPartyReference>${role('StudioProducer')}${role('Composer')}</Contributor>
      ${hasEditions ? '' : line}
      <Duration>PT3M1S</Duration>
      <ParentalWarningType>Explicit</ParentalWarningType>
      ${isNewest ? '<ContainsAI>None</ContainsAI>' : ''}<IsCover>true</IsCover>
      <IsInstrumental>false</IsInstrumental>
      <LanguageOfPerformance>sv</LanguageOfPerformance>
      ${hasEditions ? '' : flat}
    </SoundRecording>
    <Image>
      <ResourceReference>A2</ResourceReference>
      <Type>FrontCoverImage</Type>
      <ResourceId><ProprietaryId Namespace="DPID:PADPIDA2099010103C">cover-1</ProprietaryId></ResourceId>
      <ParentalWarningType>NotExplicit</ParentalWarningType>
      <TechnicalDetails><TechnicalResourceDetailsReference>T2</TechnicalResourceDetailsReference><ImageCodecType>JPEG</ImageCodecType>${file('resources/A2.jpg')}</TechnicalDetails>
    </Image>
  </ResourceList>
  <ReleaseList>
    <Release>
      <ReleaseReference>R0</ReleaseReference>
      <ReleaseType>Single</ReleaseType>
      <ReleaseId><ICPN>0200000000011</ICPN><CatalogNumber Namespace="DPID:PADPIDA2099010103C">FL-1</CatalogNumber><ProprietaryId Namespace="DPID:PADPIDA2099010103C">far-1</ProprietaryId></ReleaseId>
      ${titles('Harbour Lights')}
      <DisplayArtistName IsDefault="true">Ada Lund</DisplayArtistName>
      ${artist(1, 'PAda', 'MainArtist')}
      <ReleaseLabelReference>PLabel</ReleaseLabelReference>
      ${line}
      <CLine><Year>2026</Year><CLineText>(C) 2026 Far Label</CLineText></CLine>
      ${genres}
      <ReleaseDate IsDefault="true">2026-12-11</ReleaseDate>
      <OriginalReleaseDate IsDefault="true">2026-12-01</OriginalReleaseDate>
      <ParentalWarningType>Explicit</ParentalWarningType>
      <ResourceGroup>
        <ResourceGroupContentItem><SequenceNumber>1</SequenceNumber><ReleaseResourceReference>A1</ReleaseResourceReference></ResourceGroupContentItem>
        <LinkedReleaseResourceReference LinkDescription="CoverArt">A2</LinkedReleaseResourceReference>
      </ResourceGroup>
    </Release>
    <TrackRelease>
      <ReleaseReference>R1</ReleaseReference>
      <ReleaseId><ProprietaryId Namespace="DPID:PADPIDA2099010103C">far-1_1</ProprietaryId></ReleaseId>
      <ReleaseResourceReference>A1</ReleaseResourceReference>
      <ReleaseLabelReference>PLabel</ReleaseLabelReference>
      ${genres}
    </TrackRelease>
  </ReleaseList>
  <DealList>
    <ReleaseDeal>
      <DealReleaseReference>R0</DealReleaseReference>
      <DealReleaseReference>R1</DealReleaseReference>
      <Deal><DealTerms>
        <TerritoryCode>SE</TerritoryCode><TerritoryCode>NO</TerritoryCode>
        <ValidityPeriod><StartDateTime>2026-12-11T00:00:00</StartDateTime></ValidityPeriod>
        <CommercialModelType>SubscriptionModel</CommercialModelType>
        <UseType>OnDemandStream</UseType>
      </DealTerms></Deal>
    </ReleaseDeal>
  </DealList>
</ern:NewReleaseMessage>
`
}
