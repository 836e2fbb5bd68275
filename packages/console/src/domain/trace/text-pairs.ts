/** Keys a line may have after a packet, whose own text is full of commas. */
const afterPacket = /\), (?=(?:client_attrs|listener|namespace|reason|tns|username): )/g

/**
 * The `key: value, …` of a line in text. The broker sorts the keys, the packet first and the payload last, which tells
 * a key from a comma within a value.
 */
export function sortedPairs(text: string): Readonly<Record<string, string>> {
  const pairs: Record<string, string> = {}
  let rest = text
  if (rest.startsWith('packet: ')) {
    const end = [...rest.matchAll(afterPacket)].at(-1)?.index
    pairs['packet'] = rest.slice('packet: '.length, end === undefined ? undefined : end + 1)
    rest = end === undefined ? '' : rest.slice(end + ') '.length + 1)
  }
  let key = /^([a-z][\w.]*): /.exec(rest)?.[1]
  rest = key === undefined ? '' : rest.slice(key.length + 2)
  while (key !== undefined) {
    const next = key === 'payload' ? undefined : nextKey(rest, key)
    pairs[key] = next === undefined ? rest : rest.slice(0, next.at)
    if (next === undefined) break
    rest = rest.slice(next.at + next.key.length + ', : '.length)
    key = next.key
  }
  return pairs
}

/** Their brackets mean nothing. */
const chosenByDevices = new Set(['topic', 'username', 'sub_id'])

function nextKey(text: string, before: string): { key: string; at: number } | undefined {
  const from = chosenByDevices.has(before) ? 0 : listEnd(text)
  for (const found of text.slice(from).matchAll(/, ([a-z][\w.]*): /g)) {
    const key = found[1]
    if (key !== undefined && (key > before || key === 'payload')) return { key, at: from + found.index }
  }
  return undefined
}

/** After the brackets a value begins with: `[nl: 0, qos: 1]` holds commas of its own. */
function listEnd(text: string): number {
  if (!/^(?:\[|#?\{)/.test(text)) return 0
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (character === '[' || character === '{') depth += 1
    if (character === ']' || character === '}') depth -= 1
    if (depth === 0 && (character === ']' || character === '}')) return at + 1
  }
  return 0
}

/** The same of the broker's ordinary log, whose keys have no order. */
export function anyPairs(text: string): Readonly<Record<string, string>> {
  const pairs: Record<string, string> = {}
  const keys = [...text.matchAll(/(?:^|, )([a-z][\w.]*): /g)]
  for (const [at, found] of keys.entries()) {
    const [whole, key = ''] = found
    const next = keys[at + 1]
    // The first of a name wins: what comes later may stand in a text somebody else chose.
    if (!Object.hasOwn(pairs, key)) pairs[key] = text.slice(found.index + whole.length, next?.index)
  }
  return pairs
}
