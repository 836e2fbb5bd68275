/** More tries than anybody notices are not made: PCRE gives up at some point, and the page would stand still. */
const mostWays = 1_000_000
const mostPatterns = 20_000

const known = new Map<string, PlainPattern | undefined>()

function plainPattern(pattern: string): PlainPattern | undefined {
  if (!known.has(pattern)) {
    if (known.size >= mostPatterns) known.clear()
    known.set(pattern, readPlainPattern(pattern))
  }
  return known.get(pattern)
}

function toldBy(plain: PlainPattern | undefined, subject: string): boolean | undefined {
  if (plain === undefined || /[\r\n]/.test(subject)) return undefined
  if (plain.needsAscii && /\P{ASCII}/u.test(subject)) return undefined
  return plain.ways(subject.length) > mostWays ? undefined : plain.expression.test(subject)
}

/** What a name must begin with whatever follows in the pattern, if it says so. */
function beginning(pattern: string): string {
  const found = pattern.includes('|') ? null : /^\^([\w \-/:@#~=,;]+)([*?{]?)/.exec(pattern)
  const [, text = '', repeated = ''] = found ?? []
  return repeated === '' ? text : text.slice(0, -1)
}

/**
 * Whether an operator's pattern, which the broker reads as PCRE and on bytes, is found in a name; undefined where that
 * cannot be told from here: another language's construct, line ends (`$` and `.` differ there), too many tries.
 */
export function patternTest(pattern: string, subject: string): boolean | undefined {
  return (
    toldBy(plainPattern(pattern), subject) ?? (subject.startsWith(beginning(pattern)) ? undefined : false)
  )
}

/** In how many ways a part may be tried at most on a text of so many characters. */
type Ways = (length: number) => number

/** A pattern that JavaScript and PCRE, which the broker uses, understand in the same way. */
interface PlainPattern {
  readonly expression: RegExp
  readonly ways: Ways
  /** Only on ASCII: PCRE counts bytes here, JavaScript characters. */
  readonly needsAscii: boolean
}

const once: Ways = () => 1
const product = (one: Ways, other: Ways): Ways =>
  one === once ? other : other === once ? one : (length) => one(length) * other(length)
const sum =
  (one: Ways, other: Ways): Ways =>
  (length) =>
    one(length) + other(length)

const literal = /[ !"#%&',\-/0-9:;<=>@A-Z_`a-z~]|\\[!-/:-@[-`{-~]|\\[dtnrf]/y
/** The same bytes as characters, unless something repeats the last byte of them. */
const wide = /[^\0-\x7f]+(?![*+?{])/y
/** Letters of other alphabets and `.`: how many of them there are differs between bytes and characters. */
const uncertain = /\.|\\[wWsSD]/y
const set = /\[(?!\^?\])\^?(?:[ -Z^-~]|\\[!-/:-@[-`{-~]|\\[dws])+\]/y
const assertion = /[$^]|\\[bB]/y
const group = /\((?:\?:)?(?!\?)/y
const lookAhead = /\(\?[=!]/y
const repetition = /(?:([*+?])|\{(\d{1,3})(?:(,)(\d{1,3})?)?\})\??/y

/** Reads the part of both languages that they have in common, and nothing else. */
class PatternReader {
  needsAscii = false
  #at = 0
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  /** Undefined where the pattern has something in it that is not known to be the same. */
  read(): Ways | undefined {
    const ways = this.#branches()
    return this.#at === this.#text.length ? ways : undefined
  }

  #take(token: RegExp): RegExpExecArray | null {
    token.lastIndex = this.#at
    const found = token.exec(this.#text)
    if (found !== null) this.#at = token.lastIndex
    return found
  }

  #branches(): Ways | undefined {
    let ways = this.#sequence()
    while (ways !== undefined && this.#text[this.#at] === '|') {
      this.#at++
      const other = this.#sequence()
      ways = other && sum(ways, other)
    }
    return ways
  }

  #sequence(): Ways | undefined {
    let ways: Ways | undefined = once
    while (ways !== undefined && this.#at < this.#text.length && !/[|)]/.test(this.#text.charAt(this.#at))) {
      const part = this.#part()
      ways = part && product(ways, part)
    }
    return ways
  }

  #part(): Ways | undefined {
    const sign = this.#take(assertion)?.[0]
    if (sign !== undefined) {
      if (sign.startsWith('\\')) this.needsAscii = true
      return once
    }
    if (this.#take(lookAhead) !== null) return this.#closed(this.#branches())
    const one = this.#one()
    const repeated = one && this.#take(repetition)
    return one && repeated ? repeat(one, repeated) : one
  }

  #one(): Ways | undefined {
    if (this.#take(group) !== null) return this.#closed(this.#branches())
    if ((this.#take(literal) ?? this.#take(wide)) !== null) return once
    const found = this.#take(uncertain) ?? this.#take(set)
    if (found === null) return undefined
    if (/^(?:[.\\]|\[\^|\[.*\\[ws])/.test(found[0])) this.needsAscii = true
    return once
  }

  #closed(inside: Ways | undefined): Ways | undefined {
    if (this.#text[this.#at] !== ')') return undefined
    this.#at++
    return inside
  }
}

const signs: Readonly<Record<string, readonly [least: number, most: number]>> = {
  '*': [0, Number.POSITIVE_INFINITY],
  '+': [1, Number.POSITIVE_INFINITY],
  '?': [0, 1],
}

function boundsOf([, sign = '', from, comma, to]: RegExpExecArray): readonly [least: number, most: number] {
  const least = Number(from)
  const most = comma === undefined ? least : Number(to ?? Number.POSITIVE_INFINITY)
  return signs[sign] ?? [least, most]
}

/** Something repeated that may itself be tried in several ways can take longer than anybody waits. */
function repeat(one: Ways, repeated: RegExpExecArray): Ways {
  const [least, most] = boundsOf(repeated)
  if (one !== once) return (length) => (one(length) + (least === most ? 0 : 1)) ** most
  return least === most ? once : (length) => Math.min(most, length) + 1
}

/** Undefined for all that is not known to mean the same in both languages. */
function readPlainPattern(text: string): PlainPattern | undefined {
  const reader = new PatternReader(text)
  const found = reader.read()
  if (found === undefined) return undefined
  try {
    const expression = new RegExp(text)
    const isAnchored = text.startsWith('^') && !text.includes('|')
    const ways = isAnchored ? found : product(found, (length) => length + 1)
    return { expression, ways, needsAscii: reader.needsAscii }
  } catch {
    // Such as a range that runs backwards, which PCRE refuses, too.
    return undefined
  }
}
