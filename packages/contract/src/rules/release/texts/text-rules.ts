import { defineRule, type Hit } from '../../define-rule.ts'
import { quote, type ReleaseForRules, type ReleaseRule } from '../release-view.ts'
import { decodeEntities, findEntities } from './html-entities.ts'
import {
  findBidiControls,
  findInvisible,
  hasVisibleSign,
  nameCharacter,
  removeBidiControls,
  removeInvisible,
} from './invisible-characters.ts'
import { guessMeantText, isWholeGuess } from './mojibake.ts'
import { cleanSpaces, describeOddSpaces } from './spaces.ts'
import { decodeEscapes, findEscapes, findTags, removeTags } from './written-escapes.ts'
import { type WrittenText, writtenTexts } from './written-texts.ts'

/** Damaged and invisible text: what people paste from mails, pages, tables and old files. */

const longestShown = 120

const clean = ({ value, hasLines }: WrittenText): string => {
  const visible = removeInvisible(
    removeBidiControls(removeTags(decodeEscapes(decodeEntities(guessMeantText(value) ?? value)))),
  )
  return hasLines ? visible : cleanSpaces(visible)
}

/** The whole text without all that can be taken away, so that one correction is enough. */
function writeInstead(written: WrittenText): string | undefined {
  const cleaned = clean(written)
  const isWhole =
    hasVisibleSign(cleaned) &&
    isWholeGuess(cleaned) &&
    !lost.test(cleaned) &&
    Array.from(cleaned).length <= longestShown
  return isWhole && !/[\n\r]/.test(cleaned) ? `Write “${cleaned}”.` : undefined
}

/** Applies a check to every text that has a visible sign; what it returns becomes the message there. */
const eachText = (judge: (written: WrittenText) => string | undefined) => (view: ReleaseForRules) =>
  writtenTexts(view).flatMap((written): readonly Hit[] => {
    const message = hasVisibleSign(written.value) ? judge(written) : undefined
    return message === undefined ? [] : [{ pointer: written.pointer, message, fix: writeInstead(written) }]
  })

const listCharacters = (found: readonly string[]): string | undefined => {
  if (found.length === 0) return undefined
  const more = found.length > 3 ? ` and ${found.length - 3} more` : ''
  return `The text contains ${found.slice(0, 3).map(nameCharacter).join(', ')}${more}.`
}

/** Noncharacters and private characters mean something in one font or program only. */
const lost = /[\uFFFC\uFFFD]|\p{Noncharacter_Code_Point}|\p{Co}/u

const judgeLost = ({ value }: WrittenText): string | undefined => {
  const found = lost.exec(value)?.[0]
  if (found === undefined) return undefined
  return found === '\uFFFD'
    ? `${quote(value)} contains U+FFFD, which stands for a letter that was lost.`
    : `${quote(value)} contains ${nameCharacter(found)}, which is not a character of any language.`
}

/** Errors about texts that outlets would show damaged, and a warning about texts that look damaged. */
export const textRules: readonly ReleaseRule[] = [
  defineRule({
    id: 'lost_letters',
    version: 2,
    severity: 'error',
    appliesTo: 'release',
    title: 'Texts must not have lost letters',
    fix: 'Type the missing letters, or copy the text from its source again. Save files as UTF-8.',
    source: 'Unicode Standard 23.8, U+FFFD; Unicode categories Co and Cn',
    check: eachText(judgeLost),
  }),
  defineRule({
    id: 'bidi_controls',
    severity: 'error',
    appliesTo: 'release',
    title: 'Texts must not contain controls of the writing direction',
    fix: 'Remove the control. Letters written from right to left need none.',
    source: 'Unicode UAX 9, explicit directional formatting; UTS 55',
    check: eachText(({ value }) => listCharacters(findBidiControls(value))),
  }),
  defineRule({
    id: 'html_entities',
    version: 4,
    severity: 'error',
    appliesTo: 'release',
    title: 'Texts must not contain HTML or other escapes',
    fix: 'Write the characters themselves, such as & instead of &amp;.',
    source: 'HTML 5, named character references; RFC 3986, 2045, 2047 and 8259; DDEX ERN texts are plain text',
    check: eachText(({ value }) => {
      const html = [...findEntities(value), ...findTags(value)]
      const found = html.length > 0 ? html : findEscapes(value)
      if (found.length === 0) return undefined
      const origin = html.length > 0 ? 'as written in HTML' : 'as programs write special characters'
      return `The text contains ${found.slice(0, 3).join(', ')}, ${origin}.`
    }),
  }),
  defineRule({
    id: 'no_visible_text',
    severity: 'error',
    appliesTo: 'release',
    title: 'Texts must have a visible character',
    fix: 'Enter the text, or leave the field out.',
    source: 'Unicode Standard, Default_Ignorable_Code_Point and White_Space',
    check: (view) =>
      writtenTexts(view)
        .filter(({ value }) => !hasVisibleSign(value))
        .map(({ pointer }) => ({ pointer, message: 'The text has no visible character.' })),
  }),
  defineRule({
    id: 'invisible_characters',
    severity: 'error',
    appliesTo: 'release',
    title: 'Texts must not contain invisible characters that change no word',
    fix: 'Retype the text without invisible characters.',
    source: 'Unicode Standard, Default_Ignorable_Code_Point; UTS 51 for emoji',
    check: eachText(({ value }) => listCharacters(findInvisible(value))),
  }),
  defineRule({
    id: 'odd_spaces',
    severity: 'error',
    appliesTo: 'release',
    title: 'Texts must have single ordinary spaces between words and none at the ends',
    fix: 'Use one ordinary space between words and none at the beginning and the end.',
    source: 'Apple Music Style Guide, spacing; Unicode category Zs',
    check: eachText(({ value, hasLines }) => {
      const predicate = hasLines ? undefined : describeOddSpaces(value)
      return predicate && `${quote(value)} ${predicate}.`
    }),
  }),
  defineRule({
    id: 'mojibake',
    version: 4,
    severity: 'warning',
    appliesTo: 'release',
    title: 'Texts should not look as if they were read in another encoding',
    fix: 'Type the text again, or save its source as UTF-8.',
    source: 'WHATWG Encoding Standard',
    check: (view) =>
      writtenTexts(view).flatMap(({ value, pointer }) => {
        const meant = guessMeantText(value)
        if (meant === undefined) return []
        const isShown = isWholeGuess(meant) && Array.from(meant).length <= longestShown
        const fix = isShown ? `Did you mean “${meant}”?` : undefined
        return [{ pointer, message: `${quote(value)} looks like text that was read in a wrong encoding.`, fix }]
      }),
  }),
]
