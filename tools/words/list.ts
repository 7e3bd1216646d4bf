/** Words that make a text read like a translation, why, and what to write in their place. */
export interface Word {
  /** What is shown for it, and what exceptions name. */
  readonly name: string
  /** A space stands for any white space, so a phrase is found across the end of a line. */
  readonly pattern: RegExp
  readonly reason: string
  readonly write: string
}

export const words: readonly Word[] = [
  {
    name: 'nobody',
    pattern: /\b(nobody|whoever|somebody|anybody|everybody)\b/,
    reason: 'the reader has to guess who is meant',
    write: 'name the account, client, person or process; else "no one", "anyone", "everyone", "a person who"',
  },
  {
    name: 'goes on',
    pattern: /\b(go|goes|going|went|gone) on\b/,
    reason: 'literal translation',
    write: 'continue, keep working',
  },
  { name: 'mend', pattern: /\bmend(s|ed|ing)?\b/, reason: 'mending is for clothes', write: 'fix, repair' },
  {
    name: 'stands',
    pattern: /\b(stand|stands|stood)\b(?! for| by\b|-)/,
    reason: 'data does not stand',
    write: 'is, is listed, is stored, applies',
  },
  {
    name: 'lies',
    pattern: /\b(lie|lies|lay|lain) (in|on|at|under|behind|there|beside|below|around|outside|within)\b/,
    reason: 'data does not lie anywhere',
    write: 'is in, is stored in',
  },
  {
    name: 'is no',
    pattern: /(?<!\b(there|it) )\b(is|are|was|were) no (?!longer|more|one|fewer|less|such)[a-z]+/,
    reason: 'literal translation',
    write: 'is not a',
  },
  { name: 'mail address', pattern: /\b(?<!e)mail address/, reason: 'not the common word', write: 'email address' },
  {
    name: 'hears',
    pattern: /\b(hear|hears|heard) (of|from|about|nothing|it|503|that)\b/,
    reason: 'programs do not hear',
    write: 'receives, gets, is notified of',
  },
  {
    name: 'is told',
    pattern:
      /\b(is|are|was|were|been|be) told\b|\btold (of|nobody|everybody)\b|\btells (nobody|everybody|the others|them|it|its)\b/,
    reason: 'programs are not told anything',
    write: 'receives, is sent, reports, says',
  },
  {
    name: 'wishes',
    pattern: /\b(wish|wishes|wished)\b/,
    reason: 'programs do not wish',
    write: 'settings, requirements, wants',
  },
  { name: 'of others', pattern: /\b(of|by|from) others\b/, reason: 'literal translation', write: 'third-party, other' },
  { name: 'as ever', pattern: /\bas ever\b/, reason: 'literal translation', write: 'as before, as usual' },
  { name: 'anew', pattern: /\banew\b/, reason: 'archaic', write: 'again, from the start' },
  {
    name: 'the line broke',
    pattern: /\blines? (broke|breaks?|was cut|is cut|lies)\b|\b(broken|cut) line\b/,
    reason: 'not the word of the field',
    write: 'the connection was lost',
  },
  { name: 'behind the foot', pattern: /\bbehind the foot\b/, reason: 'literal translation', write: 'after the footer' },
  {
    name: 'became of',
    pattern: /\b(became|becomes|become) of\b/,
    reason: 'literal translation',
    write: 'the result, what happened to',
  },
  { name: 'litter', pattern: /\blitter\b/, reason: 'not the word of the field', write: 'orphaned files' },
  { name: 'for want of', pattern: /\bfor want of\b/, reason: 'archaic', write: 'because ... is missing' },
  { name: 'its like', pattern: /\b(its|their) like\b(?! to)/, reason: 'archaic', write: 'others of its kind' },
  {
    name: 'knows nothing',
    pattern: /\b(know|knows) (nothing|nobody|no other)\b/,
    reason: 'programs do not know people',
    write: 'does not use, does not depend on',
  },
  {
    name: 'let go',
    pattern: /\blet(s)? go\b/,
    reason: 'not the word of the field',
    write: 'release, drop',
  },
  { name: 'as the system', pattern: /\bas the system\b/, reason: 'literal translation', write: 'match system' },
  {
    name: 'a way in',
    pattern: /\bways? in\b(?! which| wh| the| a\b)/,
    reason: 'not the word of the field',
    write: 'sign-in method, intake',
  },
]
