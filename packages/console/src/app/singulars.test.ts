import { expect, it } from 'vitest'

const catalogs = import.meta.glob<Record<string, unknown>>(
  ['../**/messages.ts', '../**/messages/*.ts', '../i18n/vocabulary.ts', '!../**/*.zh.ts'],
  { eager: true },
)

type Say = (number: number) => string

/** Some catalogs keep texts in groups. */
function* functionsIn(value: unknown, path: string): Generator<readonly [string, Say]> {
  if (typeof value === 'function')
    yield [path, (number) => String(Reflect.apply(value, undefined, [number, number, number, number]))]
  else if (typeof value === 'object' && value !== null)
    for (const [key, one] of Object.entries(value)) yield* functionsIn(one, `${path}.${key}`)
}

/** Returns the texts for 1 and for 2; undefined if the function takes arguments of another kind. */
function sayBoth(say: Say): { readonly one: string; readonly two: string } | undefined {
  try {
    return { one: say(1), two: say(2) }
  } catch {
    return undefined
  }
}

/** Matches the words up to the verb, but not across a subordinate clause, which has a subject of its own. */
const upTo = (verbs: string) => `(?:(?!(?:that|which|who|while|and)\\b)[\\w()-]+ ){1,6}(?:${verbs})\\b`
const pluralVerb = new RegExp(`(?<!of )\\b1 ${upTo('are|were|have|do')}`)
const singularVerb = new RegExp(`(?<!of )\\b2 ${upTo('is|was|has|does')}`)
const pluralNoun = /(?<!of )\b1 (?:(?!(?:with|of|and)\b)[a-z-]+ )?([a-z]{2,}s)\b/

const verbs = new Set(['is', 'was', 'has', 'does'])

/** Tells whether the plural noun after 1 is the same as the noun after 2. */
function isNounLeft({ one, two }: { readonly one: string; readonly two: string }): boolean {
  const noun = pluralNoun.exec(one)?.[1]
  return noun !== undefined && !verbs.has(noun) && new RegExp(`\\b2 (?:[a-z-]+ )?${noun}\\b`).test(two)
}

it('says one thing as one in every text that tells one from many', () => {
  const wrong: string[] = []
  let counted = 0
  for (const [file, catalog] of Object.entries(catalogs))
    for (const [path, say] of functionsIn(catalog, file)) {
      const said = sayBoth(say)
      if (said === undefined || said.one.replaceAll('1', '2') === said.two) continue
      counted += 1
      if (pluralVerb.test(said.one) || isNounLeft(said)) wrong.push(`${path}: ${said.one}`)
      if (singularVerb.test(said.two)) wrong.push(`${path}: ${said.two}`)
    }
  expect(wrong).toEqual([])
  expect(counted).toBeGreaterThan(200)
})

it.each([
  ['1 action of this rule are executed once', '2 actions of this rule are executed once'],
  ['1 filters', '2 filters, one of them'],
  ['1 rule is disabled', '2 rules is disabled'],
])('takes “%s” and “%s” for wrong', (one, two) => {
  expect(pluralVerb.test(one) || isNounLeft({ one, two }) || singularVerb.test(two)).toBe(true)
})
