/**
 * The countries that stores name in reports: by ISO 3166-1 code of two or three letters, by a subdivision (`US-CA`), by a
 * name in one of the languages below, or by a common other name such as UK. Only the function is exported, so that a list
 * of the contract can take its place.
 */

/** ISO 3166-1: alpha-2 and alpha-3, with Kosovo (XK, user-assigned), which stores report. */
const alpha = `
AD AND AE ARE AF AFG AG ATG AI AIA AL ALB AM ARM AO AGO AQ ATA AR ARG AS ASM AT AUT AU AUS AW ABW AX ALA AZ AZE BA BIH
BB BRB BD BGD BE BEL BF BFA BG BGR BH BHR BI BDI BJ BEN BL BLM BM BMU BN BRN BO BOL BQ BES BR BRA BS BHS BT BTN BV BVT
BW BWA BY BLR BZ BLZ CA CAN CC CCK CD COD CF CAF CG COG CH CHE CI CIV CK COK CL CHL CM CMR CN CHN CO COL CR CRI CU CUB
CV CPV CW CUW CX CXR CY CYP CZ CZE DE DEU DJ DJI DK DNK DM DMA DO DOM DZ DZA EC ECU EE EST EG EGY EH ESH ER ERI ES ESP
ET ETH FI FIN FJ FJI FK FLK FM FSM FO FRO FR FRA GA GAB GB GBR GD GRD GE GEO GF GUF GG GGY GH GHA GI GIB GL GRL GM GMB
GN GIN GP GLP GQ GNQ GR GRC GS SGS GT GTM GU GUM GW GNB GY GUY HK HKG HM HMD HN HND HR HRV HT HTI HU HUN ID IDN IE IRL
IL ISR IM IMN IN IND IO IOT IQ IRQ IR IRN IS ISL IT ITA JE JEY JM JAM JO JOR JP JPN KE KEN KG KGZ KH KHM KI KIR KM COM
KN KNA KP PRK KR KOR KW KWT KY CYM KZ KAZ LA LAO LB LBN LC LCA LI LIE LK LKA LR LBR LS LSO LT LTU LU LUX LV LVA LY LBY
MA MAR MC MCO MD MDA ME MNE MF MAF MG MDG MH MHL MK MKD ML MLI MM MMR MN MNG MO MAC MP MNP MQ MTQ MR MRT MS MSR MT MLT
MU MUS MV MDV MW MWI MX MEX MY MYS MZ MOZ NA NAM NC NCL NE NER NF NFK NG NGA NI NIC NL NLD NO NOR NP NPL NR NRU NU NIU
NZ NZL OM OMN PA PAN PE PER PF PYF PG PNG PH PHL PK PAK PL POL PM SPM PN PCN PR PRI PS PSE PT PRT PW PLW PY PRY QA QAT
RE REU RO ROU RS SRB RU RUS RW RWA SA SAU SB SLB SC SYC SD SDN SE SWE SG SGP SH SHN SI SVN SJ SJM SK SVK SL SLE SM SMR
SN SEN SO SOM SR SUR SS SSD ST STP SV SLV SX SXM SY SYR SZ SWZ TC TCA TD TCD TF ATF TG TGO TH THA TJ TJK TK TKL TL TLS
TM TKM TN TUN TO TON TR TUR TT TTO TV TUV TW TWN TZ TZA UA UKR UG UGA UM UMI US USA UY URY UZ UZB VA VAT VC VCT VE VEN
VG VGB VI VIR VN VNM VU VUT WF WLF WS WSM YE YEM YT MYT ZA ZAF ZM ZMB ZW ZWE XK XKX`

/** Names and former codes that Unicode does not list. */
const otherNames = `
UK GB|EL GR|GREAT BRITAIN GB|BRITAIN GB|ENGLAND GB|SCOTLAND GB|WALES GB|NORTHERN IRELAND GB
UNITED KINGDOM OF GREAT BRITAIN AND NORTHERN IRELAND GB|US OF A US|UNITED STATES OF AMERICA US|AMERICA US|U S US|U S A US|U K GB
KOREA REPUBLIC OF KR|REPUBLIC OF KOREA KR|KOREA SOUTH KR|KOREA KR|S KOREA KR|KOREA NORTH KP|KOREA DEMOCRATIC PEOPLES REPUBLIC OF KP
RUSSIAN FEDERATION RU|VIET NAM VN|CZECH REPUBLIC CZ|TURKIYE TR|TURKEY TR|IVORY COAST CI|COTE DIVOIRE CI|HONG KONG HK|MACAU MO|MACAO MO
HONG KONG SAR CHINA HK|MACAO SAR CHINA MO|TAIWAN PROVINCE OF CHINA TW|TAIWAN ROC TW|MAINLAND CHINA CN|PEOPLES REPUBLIC OF CHINA CN|PRC CN
KOSOVO XK|REPUBLIC OF KOSOVO XK|PALESTINE PS|PALESTINE STATE OF PS|PALESTINIAN TERRITORY OCCUPIED PS|BURMA MM|MYANMAR MM
SWAZILAND SZ|CAPE VERDE CV|MACEDONIA MK|NORTH MACEDONIA MK|MACEDONIA THE FORMER YUGOSLAV REPUBLIC OF MK|FYROM MK|HOLLAND NL
UAE AE|EMIRATES AE|CONGO CG|REPUBLIC OF THE CONGO CG|CONGO REPUBLIC CG|DEMOCRATIC REPUBLIC OF CONGO CD|CONGO DEMOCRATIC REPUBLIC OF CD
CONGO DEMOCRATIC REPUBLIC CD|DR CONGO CD|DRC CD|ZAIRE CD|BOLIVIA PLURINATIONAL STATE OF BO|VENEZUELA BOLIVARIAN REPUBLIC OF VE
TANZANIA UNITED REPUBLIC OF TZ|MOLDOVA REPUBLIC OF MD|REPUBLIC OF MOLDOVA MD|IRAN ISLAMIC REPUBLIC OF IR|SYRIAN ARAB REPUBLIC SY
LAO PEOPLES DEMOCRATIC REPUBLIC LA|BRUNEI DARUSSALAM BN|MICRONESIA FEDERATED STATES OF FM|LIBYAN ARAB JAMAHIRIYA LY|EAST TIMOR TL
VIRGIN ISLANDS US VI|VIRGIN ISLANDS U S VI|US VIRGIN ISLANDS VI|VIRGIN ISLANDS BRITISH VG|HOLY SEE VA|VATICAN VA|HOLY SEE VATICAN CITY STATE VA|VATICAN CITY STATE VA
SAINT KITTS AND NEVIS KN|SAINT LUCIA LC|SAINT VINCENT AND GRENADINES VC|SAINT MARTIN FRENCH PART MF|SINT MAARTEN DUTCH PART SX
SAINT BARTHELEMY BL|SAINT PIERRE AND MIQUELON PM|SAINT HELENA ASCENSION AND TRISTAN DA CUNHA SH|SAINT HELENA SH
BONAIRE SINT EUSTATIUS AND SABA BQ|FALKLAND ISLANDS MALVINAS FK|COCOS KEELING ISLANDS CC|REPUBLIC OF IRELAND IE|EIRE IE|SLOVAK REPUBLIC SK
BOSNIA BA|BOSNIA HERZEGOVINA BA|TRINIDAD TT|ANTIGUA AG|SAO TOME ST|REUNION RE|CURACAO CW|BRASIL BR|DEUTSCHLAND DE|KINGDOM OF SAUDI ARABIA SA|KSA SA|FED REP GERMANY DE`

/** Not one country. */
const noCountry = new Set(
  (
    'WORLD|WORLDWIDE|GLOBAL|GLOBALLY|INTERNATIONAL|WW|ROW|REST OF WORLD|ALL|ALL COUNTRIES|ALL TERRITORIES|EVERYWHERE|MULTI|MULTIPLE|' +
    'VARIOUS|OTHER|OTHERS|UNKNOWN|UNSPECIFIED|NOT SET|NONE|NULL|NA|N A|XX|ZZ|OU|QZ|EU|EUROPE|EUROPEAN UNION|EUROZONE|REST OF EUROPE|' +
    'LATIN AMERICA|LATAM|ASIA|AFRICA|APAC|EMEA|NORTH AMERICA|SOUTH AMERICA|OCEANIA|MIDDLE EAST|WELTWEIT|MONDE|MONDE ENTIER|MUNDIAL|MUNDO|2136'
  ).split('|'),
)

const languages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'sv'] as const

/** Without accents, signs and articles: `The Gambia (Republic)` and `gambia republic` are one name. */
const simplify = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}|['\u2018\u2019\u0060]/gu, '')
    .toUpperCase()
    .replaceAll('&', ' AND ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .replaceAll(/\b(?:ST|STE)\b(?=.)/gu, 'SAINT')
    .replaceAll(/\bTHE\b/gu, ' ')
    .replaceAll(/ +/gu, ' ')
    .trim()

function listNames(): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  const add = (name: string, code: string): void => {
    const key = simplify(name)
    if (!names.has(key)) names.set(key, code)
  }
  const codes = alpha.trim().split(/\s+/u)
  const pairs = codes.flatMap((code, place) => (place % 2 === 0 ? [[code, codes[place + 1] ?? ''] as const] : []))
  for (const [two, three] of pairs) {
    add(two, two)
    add(three, two)
  }
  for (const other of otherNames.trim().split(/[|\n]/u)) {
    const at = other.lastIndexOf(' ')
    add(other.slice(0, at), other.slice(at + 1))
  }
  for (const language of languages) {
    const inWords = new Intl.DisplayNames(language, { type: 'region' })
    for (const [two] of pairs) add(inWords.of(two) ?? two, two)
  }
  return names
}

let names: ReadonlyMap<string, string> | undefined
const known = new Map<string, string | undefined>()

/**
 * The ISO 3166-1 alpha-2 code, such as `GB` for `UK`, `GBR` or `Vereinigtes Königreich`. Empty for the world, a group of
 * countries or an unknown country; undefined for a text that names neither.
 */
export function findTerritory(written: string): string | undefined {
  if (known.has(written)) return known.get(written)
  names ??= listNames()
  const name = simplify(written)
  const ofSubdivision = /^\s*([A-Za-z]{2})-[A-Za-z0-9]{1,3}\s*$/u.exec(written)?.[1]
  const code =
    name === '' || noCountry.has(name) ? '' : (names.get(name) ?? names.get(ofSubdivision?.toUpperCase() ?? ''))
  // Few texts are countries; a column of other texts must not fill the memory.
  if (known.size < 1000) known.set(written, code)
  return code
}
