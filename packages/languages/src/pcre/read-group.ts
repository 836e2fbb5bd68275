import { createUnsupportedFault } from './pattern-fault.ts'
import type { PatternNames } from './pattern-names.ts'
import { type Condition, nothing, type PatternNode } from './pattern-node.ts'
import type { Flags, PatternSource } from './pattern-source.ts'
import { badName } from './read-escape.ts'

/** The parser that reads the branches of a group. */
export interface GroupReader {
  readonly source: PatternSource
  readonly names: PatternNames
  readBranches(): PatternNode
  readOptions(onBranch?: () => void): readonly PatternNode[]
}

interface Piece {
  readonly node: PatternNode
  readonly isRepeatable: boolean
}

const repeatable = (node: PatternNode): Piece => ({ node, isRepeatable: true })

/** Reads a group, which begins with a bracket. */
export function readGroup(reader: GroupReader): Piece {
  const { source } = reader
  source.at += 1
  if (/^\*(?:[A-Za-z]|:)/.test(source.text.slice(source.at, source.at + 2))) return readVerb(source)
  if (!source.take('?')) return repeatable(readNumbered(reader, undefined))
  const look = source.match(/<?[=!]/y)?.[0]
  if (look !== undefined) return repeatable(readLook(reader, look))
  switch (source.peek()) {
    case ':':
      source.at += 1
      return repeatable(readClosed(reader, false, () => reader.readBranches()))
    case '>':
      source.at += 1
      return repeatable({ kind: 'atomic', item: readClosed(reader, false, () => reader.readBranches()) })
    case '|':
      source.at += 1
      return repeatable(readClosed(reader, false, () => readSharing(reader)))
    case '(':
      return repeatable(readCondition(reader))
    case 'C':
      return readCallout(source)
    case 'R':
    case '&':
    case '0':
      return readCall(reader)
    case '<':
    case "'":
      return repeatable(readNamed(reader))
    case 'P':
      return readPython(reader)
    default:
  }
  if (/^[+-]?\d|^\+/.test(source.text.slice(source.at, source.at + 2))) return readCall(reader)
  return readFlags(reader)
}

function readClosed<Read>({ source, names }: GroupReader, isBehind: boolean, read: () => Read): Read {
  const { flags } = source
  const found = names.insideBehind(isBehind, read)
  source.flags = flags
  if (!source.take(')')) throw source.fault('missing )')
  return found
}

function readNumbered(
  reader: GroupReader,
  name: { readonly name: string; readonly at: number } | undefined,
): PatternNode {
  const { source, names } = reader
  source.groups += 1
  const index = source.groups
  if (name !== undefined) names.define(name.name, index, name.at)
  const item = readClosed(reader, false, () => reader.readBranches())
  const node: PatternNode = { kind: 'group', index, item }
  names.defineBody(index, node)
  return node
}

function readLook(reader: GroupReader, mark: string): PatternNode {
  const isBehind = mark.length === 2
  const isNegative = mark.endsWith('!')
  const item = readClosed(reader, isBehind, () => reader.readBranches())
  return { kind: 'look', isBehind, isNegative, item }
}

/** Reads `(?|`, in which each branch numbers its groups from the same number. */
function readSharing(reader: GroupReader): PatternNode {
  const { source } = reader
  const before = source.groups
  let most = before
  const options = reader.readOptions(() => {
    most = Math.max(most, source.groups)
    source.groups = before
  })
  source.groups = Math.max(most, source.groups)
  return { kind: 'choice', options }
}

function readNamed(reader: GroupReader): PatternNode {
  const { source } = reader
  const isAngled = source.peek() === '<'
  const start = source.at + 1
  const found = source.match(/<([a-zA-Z_]\w*)>|'([a-zA-Z_]\w*)'/y)
  if (found === null) {
    if (isAngled && !/\w/.test(source.peek(1) || ' '))
      throw source.fault('unrecognized character after (?<', start)
    throw badName(source, start)
  }
  const name = found[1] ?? found[2] ?? ''
  if (name.length > 32)
    throw source.fault('subpattern name is too long (maximum 32 characters)', source.at - 1)
  return readNumbered(reader, { name, at: source.at - 1 })
}

/** Reads `(?P<name>…)`, `(?P=name)` or `(?P>name)`. */
function readPython(reader: GroupReader): Piece {
  const { source, names } = reader
  source.at += 1
  if (source.peek() === '<') {
    const found = source.match(/<([a-zA-Z_]\w*)>/y)
    if (found === null) throw badName(source, source.at + 1)
    return repeatable(readNumbered(reader, { name: found[1] ?? '', at: source.at - 1 }))
  }
  const sign = source.peek()
  if (sign !== '=' && sign !== '>') throw source.fault('unrecognized character after (?P')
  const found = source.match(/[=>]([a-zA-Z_]\w*)\)/y)
  if (found === null) throw badName(source, source.at + 1)
  const [, name = ''] = found
  const reference = names.find(name, source.at - 1)
  if (sign === '>') return repeatable({ kind: 'call', reference })
  return repeatable({ kind: 'same', reference, isCaseless: source.flags.i })
}

function readCall({ source, names }: GroupReader): Piece {
  const named = source.match(/&([a-zA-Z_]\w*)\)/y)
  if (named !== null)
    return repeatable({ kind: 'call', reference: names.find(named[1] ?? '', source.at - 1) })
  if (source.peek() === '&') throw badName(source, source.at + 1)
  const found = source.match(/(R|[+-]?\d+)/y)
  if (found === null || source.peek() !== ')') {
    throw source.fault('(?R or (?[+-]digits must be followed by )')
  }
  const reference = names.findCalled(found[0] === 'R' ? '0' : found[0], source.at)
  source.at += 1
  return repeatable({ kind: 'call', reference })
}

/** Reads a callout `(?C1)`, which has no effect here, as in the broker. */
function readCallout(source: PatternSource): Piece {
  source.at += 1
  const digits = source.match(/\d*/y)?.[0] ?? ''
  if (Number(digits) > 255) throw source.fault('number after (?C is > 255')
  if (!source.take(')')) throw source.fault('closing ) for (?C expected')
  return { node: nothing, isRepeatable: false }
}

/** Reads flags: `(?i)` applies until the group ends, `(?i:…)` only inside. */
function readFlags(reader: GroupReader): Piece {
  const { source } = reader
  const before = source.flags
  const now: Record<keyof Flags, boolean> = { ...before }
  let isOn = true
  for (;;) {
    const mark = source.peek()
    if (mark === ':' || mark === ')') break
    if (mark === '-') isOn = false
    else if (isFlag(mark)) now[mark] = isOn
    else if (mark !== 'X') throw source.fault('unrecognized character after (? or (?-')
    source.at += 1
  }
  source.flags = now
  if (source.take(')')) return { node: nothing, isRepeatable: false }
  source.at += 1
  const node = reader.names.insideBehind(false, () => reader.readBranches())
  source.flags = before
  if (!source.take(')')) throw source.fault('missing )')
  return repeatable(node)
}

const isFlag = (mark: string): mark is keyof Flags => /^[imsxUJ]$/.test(mark)

function readVerb(source: PatternSource): Piece {
  const found = source.match(/\*([A-Za-z]*)(?::[^)]*)?/y)
  const name = found?.[1] ?? ''
  if (!/^(?:F|FAIL|ACCEPT|COMMIT|PRUNE|SKIP|THEN|MARK|)$/.test(name) || source.peek() !== ')')
    throw source.fault('(*VERB) not recognized or malformed')
  source.at += 1
  if (name !== 'F' && name !== 'FAIL') throw createUnsupportedFault(`(*${name})`, source.at - 1)
  return { node: { kind: 'choice', options: [] }, isRepeatable: false }
}

function readCondition(reader: GroupReader): PatternNode {
  const { source } = reader
  const { flags } = source
  const isLook = /^\(\?(?:<?[=!]|C)/.test(source.text.slice(source.at))
  const condition = isLook ? readLookCondition(reader) : readAsked(reader)
  const options = reader.names.insideBehind(false, () => reader.readOptions())
  source.flags = flags
  if (!source.take(')')) throw source.fault('missing )')
  const [yes = nothing, no = nothing] = options
  const at = source.at - 1
  reader.names.later(() => {
    if (condition.kind === 'define' && options.length > 1)
      throw source.fault('DEFINE group contains more than one branch', at)
    if (options.length > 2) throw source.fault('conditional group contains more than two branches', at)
  })
  return { kind: 'condition', condition, yes, no }
}

const noAssertion = 'assertion expected after (?( or (?(?C)'

function readLookCondition(reader: GroupReader): Condition {
  const { node } = readGroup(reader)
  if (node.kind !== 'look') throw reader.source.fault(noAssertion)
  return { kind: 'look', look: node }
}

function readAsked({ source, names }: GroupReader): Condition {
  const found = source.match(
    /\((?:<([a-zA-Z_]\w*)>|'([a-zA-Z_]\w*)'|R&([a-zA-Z_]\w*)|([+-]?\d+)|([a-zA-Z_]\w*))\)/y,
  )
  if (found === null) {
    if (!/[\w<'+-]/.test(source.peek(1))) throw source.fault(noAssertion, source.at + 1)
    throw source.fault('malformed number or name after (?(', source.at + 1)
  }
  const { at } = source
  const [, angled, quoted, called, number, bare] = found
  const name = angled ?? quoted ?? bare
  if (bare === 'DEFINE' && names.groupsNamed(bare) === undefined) return { kind: 'define' }
  const recursion = /^R(\d*)$/.exec(bare ?? '')
  if (recursion !== null && names.groupsNamed(bare ?? '') === undefined)
    return { kind: 'called', group: recursion[1] === '' ? undefined : Number(recursion[1]) }
  if (called !== undefined) {
    const reference = names.find(called, at)
    return {
      kind: 'called',
      get group() {
        return reference.groups[0]
      },
    }
  }
  const reference = number === undefined ? names.find(name ?? '', at) : names.findCalled(number, at)
  return {
    kind: 'group',
    get groups() {
      return reference.groups
    },
  }
}
