/**
 * The one list of territories, for releases, messages of stores, plays, analytics and reports: ISO 3166-1 with what stores
 * sell in beyond it, and what people write instead of a code.
 */

/** ISO 3166-1 of 2026: alpha-2 and alpha-3 of each of the 249 territories. */
const assigned = [
  'ADAND AEARE AFAFG AGATG AIAIA ALALB AMARM AOAGO AQATA ARARG ASASM ATAUT AUAUS AWABW AXALA AZAZE BABIH BBBRB',
  'BDBGD BEBEL BFBFA BGBGR BHBHR BIBDI BJBEN BLBLM BMBMU BNBRN BOBOL BQBES BRBRA BSBHS BTBTN BVBVT BWBWA BYBLR',
  'BZBLZ CACAN CCCCK CDCOD CFCAF CGCOG CHCHE CICIV CKCOK CLCHL CMCMR CNCHN COCOL CRCRI CUCUB CVCPV CWCUW CXCXR',
  'CYCYP CZCZE DEDEU DJDJI DKDNK DMDMA DODOM DZDZA ECECU EEEST EGEGY EHESH ERERI ESESP ETETH FIFIN FJFJI FKFLK',
  'FMFSM FOFRO FRFRA GAGAB GBGBR GDGRD GEGEO GFGUF GGGGY GHGHA GIGIB GLGRL GMGMB GNGIN GPGLP GQGNQ GRGRC GSSGS',
  'GTGTM GUGUM GWGNB GYGUY HKHKG HMHMD HNHND HRHRV HTHTI HUHUN IDIDN IEIRL ILISR IMIMN ININD IOIOT IQIRQ IRIRN',
  'ISISL ITITA JEJEY JMJAM JOJOR JPJPN KEKEN KGKGZ KHKHM KIKIR KMCOM KNKNA KPPRK KRKOR KWKWT KYCYM KZKAZ LALAO',
  'LBLBN LCLCA LILIE LKLKA LRLBR LSLSO LTLTU LULUX LVLVA LYLBY MAMAR MCMCO MDMDA MEMNE MFMAF MGMDG MHMHL MKMKD',
  'MLMLI MMMMR MNMNG MOMAC MPMNP MQMTQ MRMRT MSMSR MTMLT MUMUS MVMDV MWMWI MXMEX MYMYS MZMOZ NANAM NCNCL NENER',
  'NFNFK NGNGA NINIC NLNLD NONOR NPNPL NRNRU NUNIU NZNZL OMOMN PAPAN PEPER PFPYF PGPNG PHPHL PKPAK PLPOL PMSPM',
  'PNPCN PRPRI PSPSE PTPRT PWPLW PYPRY QAQAT REREU ROROU RSSRB RURUS RWRWA SASAU SBSLB SCSYC SDSDN SESWE SGSGP',
  'SHSHN SISVN SJSJM SKSVK SLSLE SMSMR SNSEN SOSOM SRSUR SSSSD STSTP SVSLV SXSXM SYSYR SZSWZ TCTCA TDTCD TFATF',
  'TGTGO THTHA TJTJK TKTKL TLTLS TMTKM TNTUN TOTON TRTUR TTTTO TVTUV TWTWN TZTZA UAUKR UGUGA UMUMI USUSA UYURY',
  'UZUZB VAVAT VCVCT VEVEN VGVGB VIVIR VNVNM VUVUT WFWLF WSWSM YEYEM YTMYT ZAZAF ZMZMB ZWZWE',
].flatMap((line) => line.split(' '))

/** ISO leaves `XK` to its users; DDEX has it in its lists, and stores sell in Kosovo under it. */
const userAssigned = ['XKXKX']

const codePairs = [...assigned, ...userAssigned].map((pair) => [pair.slice(0, 2), pair.slice(2)] as const)

/** The alpha-2 codes, in capitals: the 249 of ISO 3166-1, and `XK` for Kosovo. */
export const territoryCodes: readonly string[] = codePairs.map(([code]) => code)

const known = new Set(territoryCodes)

/** Whether `code` is one of `territoryCodes`, in capitals. */
export const isTerritoryCode = (code: string): boolean => known.has(code)

/** Codes that others use, and codes of states whose successor is clear (ISO 3166-3). */
const otherCodes: Readonly<Record<string, string>> = {
  UK: 'GB',
  EL: 'GR',
  BU: 'MM',
  DD: 'DE',
  FX: 'FR',
  TP: 'TL',
  YD: 'YE',
  ZR: 'CD',
  ENG: 'GB',
  GER: 'DE',
  ROM: 'RO',
  UNK: 'XK',
  XKS: 'XK',
}

/** Names that are neither the English nor the own name of CLDR. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  AE: ['UAE', 'Emirates'],
  AG: ['Antigua'],
  BA: ['Bosnia', 'Bosnia-Herzegovina'],
  BQ: ['Bonaire, Sint Eustatius and Saba'],
  BN: ['Brunei Darussalam'],
  CD: ['Democratic Republic of the Congo', 'DR Congo', 'DRC', 'Zaire'],
  CG: ['Congo', 'Republic of the Congo'],
  CI: ['Ivory Coast'],
  CN: ['PRC', 'Mainland China'],
  CV: ['Cabo Verde'],
  CZ: ['Czech Republic'],
  FK: ['Malvinas'],
  GB: ['Great Britain', 'Britain', 'England', 'Scotland', 'Wales', 'Northern Ireland', 'U.K.'],
  GM: ['The Gambia'],
  HK: ['Hong Kong'],
  HM: ['Heard Island and McDonald Islands'],
  IE: ['Eire'],
  KP: ["Democratic People's Republic of Korea"],
  KR: ['Korea', 'Republic of Korea'],
  KG: ['Kyrgyz Republic'],
  LA: ["Lao People's Democratic Republic"],
  LY: ['Libyan Arab Jamahiriya'],
  MK: ['Macedonia', 'FYROM'],
  MM: ['Myanmar', 'Burma'],
  MO: ['Macao', 'Macau'],
  NL: ['Holland', 'The Netherlands'],
  PN: ['Pitcairn'],
  PS: ['Palestine'],
  RU: ['Russian Federation'],
  SA: ['KSA'],
  SK: ['Slovak Republic'],
  SH: ['Saint Helena, Ascension and Tristan da Cunha'],
  SY: ['Syrian Arab Republic'],
  ST: ['Sao Tome'],
  SZ: ['Swaziland'],
  TL: ['East Timor'],
  TR: ['Turkey'],
  TT: ['Trinidad'],
  UM: ['United States Minor Outlying Islands'],
  US: ['USA', 'United States of America', 'America', 'U.S.'],
  VA: ['Vatican', 'Vatican City State', 'Holy See'],
  VC: ['Saint Vincent and the Grenadines'],
  XK: ['Republic of Kosovo'],
}

/** By what name people compare: no difference of case, accents, articles or punctuation. */
const keyOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replaceAll(/\bst\b/g, 'saint')
    .replaceAll(/\bthe\b/g, '')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/** The language that most people of the territory speak, as CLDR has it. */
const ownName = (code: string): string | undefined => {
  const { language } = new Intl.Locale(`und-${code}`).maximize()
  return new Intl.DisplayNames([language], { type: 'region' }).of(code)
}

/** In the order in which they win: English, the languages of many tables, other names, and the name at home. */
function listNames(): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  const add = (name: string | undefined, code: string) => {
    const key = keyOf(name ?? '')
    if (key !== '' && !names.has(key)) names.set(key, code)
  }
  for (const language of ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'sv']) {
    const display = new Intl.DisplayNames([language], { type: 'region' })
    for (const code of territoryCodes) add(display.of(code), code)
  }
  for (const [code, others] of Object.entries(otherNames)) for (const name of others) add(name, code)
  for (const code of territoryCodes) add(ownName(code), code)
  return names
}

/** `Republic of Austria` is Austria; names that need the words, such as those of Korea, are found before. */
const formOfState = /^.*\b(?:republic|kingdom|states?|commonwealth|principality|federation|sultanate|union) of /i

let codeByName: ReadonlyMap<string, string> | undefined

/** `Virgin Islands, British` is how ISO sorts names; what stands in brackets is another name. */
function findByName(text: string): string | undefined {
  // Made on first use: Intl takes a while to load the names.
  codeByName ??= listNames()
  const names = codeByName
  const plain = text.replaceAll(/\([^)]*\)/g, '')
  const [head = '', ...tail] = plain.split(',')
  const withoutForm = plain.replace(formOfState, '')
  return [text, plain, `${tail.join(' ')} ${head}`, head, withoutForm]
    .map((name) => names.get(keyOf(name)))
    .find(Boolean)
}

const codeByAlpha3: ReadonlyMap<string, string> = new Map(codePairs.map(([code, alpha3]) => [alpha3, code]))

/** ISO 3166-1 numeric and UN M49: `276` is DE. */
function findByNumber(digits: string): string | undefined {
  const [locale = ''] = Intl.getCanonicalLocales(`und-${digits.padStart(3, '0')}`)
  const code = locale.slice('und-'.length)
  return isTerritoryCode(code) ? code : undefined
}

/** A territory that a text means. */
export interface FoundTerritory {
  readonly code: string
  /** The text is this code; otherwise the code is what to write instead. */
  readonly isCode: boolean
}

/** No name of a territory is longer. Searching a long text for names would hold up everything else. */
const maxNameLength = 100

/**
 * The territory that a text means: `DE` is the code; `UK`, `de`, `DEU`, `276`, `Germany` and `Deutschland` name one.
 * Undefined if it names none.
 */
export function findTerritory(text: string): FoundTerritory | undefined {
  if (isTerritoryCode(text)) return { code: text, isCode: true }
  if (text.length > maxNameLength) return undefined
  const written = text.normalize('NFKC').trim()
  const capitals = written.toUpperCase()
  const code = isTerritoryCode(capitals) ? capitals : (otherCodes[capitals] ?? codeByAlpha3.get(capitals))
  const found = code ?? (/^\d{1,3}$/.test(written) ? findByNumber(written) : findByName(written))
  return found === undefined ? undefined : { code: found, isCode: false }
}

/** The code to write instead of this text. Undefined if the text is a code already, or names no territory. */
export function suggestTerritory(text: string): string | undefined {
  const found = findTerritory(text)
  return found && !found.isCode ? found.code : undefined
}
