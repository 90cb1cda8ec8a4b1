// The tables of USPS Publication 28: street suffixes (Appendix C1), with the misspellings that people make besides, and
// directions. Of each group the full word is first.

// Words that are suffixes by the list, and parts of names as often (`Buena Vista Ave`): they count as the latter.
const SUFFIX_FORMS = `
  ALLEY ALY ALLEE ALLY  ANNEX ANX ANEX ANNX  ARCADE ARC  BAYOU BYU BAYOO  BEACH BCH  BEND BND
  BLUFF BLF BLUF  BLUFFS BLFS  BOTTOM BTM BOT BOTTM  BRANCH BR BRNCH  BRIDGE BRG BRDGE  BROOK BRK
  BROOKS BRKS  BURG BG  BURGS BGS  BYPASS BYP BYPA BYPAS BYPS  CAMP CP CMP  CANYON CYN CANYN CNYN
  CAPE CPE  CENTER CTR CEN CENT CENTR CENTRE CNTER CNTR  CENTERS CTRS  CIRCLES CIRS  CLIFF CLF
  CLIFFS CLFS  CLUB CLB  COMMON CMN  COMMONS CMNS  CORNER COR  CORNERS CORS  COURSE CRSE  COVE CV
  COVES CVS  CREEK CRK  CREST CRST  CROSSING XING CRSSNG CRSNG  CROSSROAD XRD  CROSSROADS XRDS  CURVE CURV
  DALE DL  DAM DM  DIVIDE DV DIV DVD  ESTATE EST  ESTATES ESTS  FALL  FALLS FLS  FERRY FRY FRRY  FIELD FLD
  FIELDS FLDS  FLAT FLT  FLATS FLTS  FORD FRD  FORDS FRDS  FOREST FRST FORESTS  FORGE FRG FORG
  FORGES FRGS  FORK FRK  FORKS FRKS  FORT FT FRT  GARDEN GDN GARDN GRDEN GRDN  GARDENS GDNS GRDNS
  GATEWAY GTWY GATEWY GATWAY GTWAY  GLEN GLN  GLENS GLNS  GREEN GRN  GREENS GRNS  GROVE GRV GROV
  GROVES GRVS  HARBOR HBR HARB HARBR HRBOR HARBOUR  HARBORS HBRS  HAVEN HVN  HEIGHTS HTS HT HGTS  HILL HL
  HILLS HLS  HOLLOW HOLW HLLW HOLLOWS HOLWS  INLET INLT  ISLAND IS ISLND  ISLANDS ISS ISLNDS  ISLE ISLES
  JUNCTION JCT JCTION JCTN JUNCTN JUNCTON  JUNCTIONS JCTS JCTNS  KNOLL KNL KNOL  KNOLLS KNLS  LAKE LK
  LAKES LKS  LAND  LANDING LNDG LNDNG  LIGHT LGT  LIGHTS LGTS  LOAF LF  LOCK LCK  LOCKS LCKS
  LODGE LDG LDGE LODG  MALL  MANOR MNR  MANORS MNRS  MEADOW MDW  MEADOWS MDWS MEDOWS  MILL ML  MILLS MLS
  MISSION MSN MISSN MSSN  MOUNT MT MNT  MOUNTAIN MTN MNTAIN MNTN MOUNTIN MTIN  MOUNTAINS MTNS MNTNS
  NECK NCK  ORCHARD ORCH ORCHRD  OVAL OVL  PARK PRK PK PARKS  PASSAGE PSGE  PINE PNE  PINES PNES
  PLAIN PLN  PLAINS PLNS  POINT PT  POINTS PTS  PORT PRT  PORTS PRTS  PRAIRIE PR PRR
  RADIAL RADL RAD RADIEL  RAMP  RANCH RNCH RANCHES RNCHS  RAPID RPD  RAPIDS RPDS  REST RST  RIDGE RDG RDGE
  RIDGES RDGS  RIVER RIV RVR RIVR  RUN  SHOAL SHL  SHOALS SHLS  SHORE SHR SHOAR  SHORES SHRS SHOARS
  SPRING SPG SPNG SPRNG  SPRINGS SPGS SPNGS SPRNGS  SPUR SPURS  STATION STA STATN STN  STREAM STRM STREME
  SUMMIT SMT SUMIT SUMITT  TRACE TRCE TRACES  TRACK TRAK TRACKS TRK TRKS  UNION UN  UNIONS UNS
  VALLEY VLY VALLY VLLY  VALLEYS VLYS  VIADUCT VIA VDCT VIADCT  VIEW VW  VIEWS VWS
  VILLAGE VLG VILL VILLAG VILLG VILLIAGE  VILLAGES VLGS  VILLE VL  VISTA VIS VIST VST VSTA  WELL WL
  WELLS WLS  WOOD WD  WOODS WDS`

/** The suffixes that end a street's name wherever they stand in it: nobody names a street `Main St Hill`. */
const ENDING_FORMS = `
  STREET ST STR STRT STRET STREE STEET SREET SRTEET STRRET STREEET STREETS STS STRTS STRAAT
  AVENUE AVE AV AVEN AVENU AVN AVNUE AVENEU AVEUNE AVANUE AVENIUE AVENUES AVES
  BOULEVARD BLVD BOUL BOULV BLV BL BVD BLD BULEVARD BOULAVARD BOULEVAR BLVRD  ROAD RD RAOD ROADS RDS
  DRIVE DR DRIV DRV DRVE DRIVES DRS  LANE LN LNE LANES  PLACE PL PLC PLCE PLACES  COURT CT CRT COURTS CTS
  TERRACE TER TERR TERACE TERRANCE  PARKWAY PKWY PARKWY PKWAY PKY PARKWAYS PKWYS
  HIGHWAY HWY HIGHWY HIWAY HIWY HWAY  CIRCLE CIR CIRC CIRCL CRCL CRCLE
  SQUARE SQ SQR SQRE SQU SQUARES SQRS SQS  PLAZA PLZ PLZA  EXPRESSWAY EXPY EXP EXPR EXPRESS EXPW
  FREEWAY FWY FREEWY FRWAY FRWY  TURNPIKE TPKE TRNPK TURNPK TRPK  CRESCENT CRES CRSENT CRSNT CRESENT
  WAY WY WAYS  LOOP LOOPS  EXTENSION EXT EXTN EXTNSN EXTENSIONS EXTS  ROW  WALK WALKS  MEWS  PATH PATHS
  TRAIL TRL TRAILS TRLS  PIKE PIKES  CAUSEWAY CSWY CAUSWA  ROUTE RTE RT  THROUGHWAY TRWY THRUWAY
  MOTORWAY MTWY  SKYWAY SKWY  UNDERPASS UPAS  OVERPASS OPAS  TUNNEL TUNL TUNEL TUNLS TUNNELS TUNNL
  STRAVENUE STRA STRAV STRAVEN STRAVN STRVN STRVNUE  QUAY QY  STEPS  SLIP`

/** Every form of a word leads to its full one. The lines' groups are parted by two spaces, or by the line's end. */
function byForm(groups: string): ReadonlyMap<string, string> {
  const forms = groups.trim().split(/\s{2,}/)
  return new Map(
    forms.flatMap((group) => group.split(' ').map((form) => [form, group.split(' ', 1)[0] ?? ''])),
  )
}

const SUFFIXES = byForm(SUFFIX_FORMS)
const ENDINGS = byForm(ENDING_FORMS)

/** The words that are long enough for one wrong letter not to make another word of them. */
const LONG_ENDINGS = ['STREET', 'AVENUE', 'BOULEVARD', 'PARKWAY', 'TERRACE', 'SQUARE', 'HIGHWAY', 'CRESCENT']

/** True if one letter added, missing, changed or swapped with its neighbor makes `typed` of `word`. */
function isOneSlipOff(typed: string, word: string): boolean {
  if (typed === word || Math.abs(typed.length - word.length) > 1) return false
  let same = 0
  while (same < typed.length && typed[same] === word[same]) same++
  const [rest, expected] = [typed.slice(same), word.slice(same)]
  const swapped = rest.charAt(1) + rest.charAt(0) + rest.slice(2)
  return (
    rest.slice(1) === expected.slice(1) ||
    rest.slice(1) === expected ||
    rest === expected.slice(1) ||
    swapped === expected
  )
}

/** The full word of a suffix that ends a street's name (`AVE` is `AVENUE`), or null. */
export function endingOf(word: string): string | null {
  return ENDINGS.get(word) ?? null
}

/** The ending that `word` most likely is with one slip of the keyboard, or null. Only the last word of a street is asked. */
export function misspelledEnding(word: string): string | null {
  return LONG_ENDINGS.find((ending) => isOneSlipOff(word, ending)) ?? null
}

const DIRECTIONS = byForm(`
  N NORTH NTH NORHT NO  S SOUTH STH SOTUH SO  E EAST EST EATS  W WEST WST WETS  NE NORTHEAST  NW NORTHWEST  SE SOUTHEAST  SW SOUTHWEST`)

/** The direction that a word means, as one or two letters; null for another word. */
export function directionOf(word: string): string | null {
  return DIRECTIONS.get(word) ?? null
}

// In a name St is Saint, and Dr is Doctor; a street or a drive there ends it.
const NAME_FORMS = byForm(`
  SAINT ST SNT  SAINTE STE  DOCTOR DR  MARTIN MRTN  PENNSYLVANIA PENN PENNA  WASHINGTON WASH
  AVENUE AVE AV  GENERAL GEN  SERGEANT SGT  CAPTAIN CAPT  COMMERCE COMM  PRESIDENT PRES  REVEREND REV
  HONORABLE HON  JUNIOR JR  SENIOR SR  SANTA STA  BROADWAY BWAY BDWAY BDWY BRDWY BRODWAY BROADWY  GRAND GR`)

/** True if a word tells a kind of street, a direction, or what is as often a suffix as a part of a name. */
export function isStreetWord(word: string): boolean {
  return ENDINGS.has(word) || DIRECTIONS.has(word) || SUFFIXES.has(word)
}

/** A word of a name in full (`FT` is `FORT`), as it was typed if it is no abbreviation. */
export function nameWordOf(word: string): string {
  return NAME_FORMS.get(word) ?? SUFFIXES.get(word) ?? ENDINGS.get(word) ?? word
}
