/** What PCRE may read where JavaScript cannot: groups with a sign, letters with a meaning, possessive repetition. */
const foreign = /\(\?|\\[a-z]|\[\[|[*+?}][+{]/i

/** False where neither PCRE, which the broker reads, nor JavaScript makes anything of it: an open group, `*` alone. */
export function mayBePattern(text: string): boolean {
  try {
    return new RegExp(text) instanceof RegExp
  } catch {
    return foreign.test(text)
  }
}
