import type { ErlangTerm } from '../erlang-term.ts'
import {
  type AccessQos,
  type AccessRule,
  everybody,
  everyQos,
  parseRuleTopic,
  type RuleAction,
  type RuleTopic,
} from './access-rule.ts'
import { type ErlangForm, type FormFault, readErlangForm } from './parse-erlang-forms.ts'
import { RuleFault } from './rule-fault.ts'
import { toWho } from './to-who.ts'

const words: readonly RuleAction[] = ['publish', 'subscribe', 'all']

const findAction = (term: ErlangTerm | undefined): RuleAction | undefined =>
  term?.kind === 'atom' ? words.find((word) => word === term.value) : undefined

/** A rule and the line of the file in which it begins. */
export interface FileRule {
  readonly rule: AccessRule
  readonly line: number
}

/** A readable term that is not a valid rule; `reason` and `value` are what the broker reports. */
export interface FileRuleFault {
  readonly kind: 'rule'
  readonly reason: string
  readonly value: ErlangTerm
}

/** A position in the text, counted from 1. */
interface TextPosition {
  readonly line: number
  readonly column: number
}

export type AclFileFault = (FormFault | FileRuleFault) & TextPosition

export type AclFile = { readonly rules: readonly FileRule[] } | { readonly fault: AclFileFault }

/** Reads the rules of an ACL file: Erlang terms such as `{allow, {username, "dashboard"}, subscribe, ["$SYS/#"]}.` */
export function parseAclFile(text: string): AclFile {
  return new AclFileReader().read(text)
}

/** Reads an ACL file like `parseAclFile`, with pauses, so that a long file does not block the caller. */
export function readAclFile(text: string): Generator<void, AclFile> {
  return new AclFileReader().readSlowly(text)
}

/** A part of a file: a term up to its full stop, the blanks after the last term, or unreadable text. */
interface Stretch {
  readonly length: number
  /** The number of line feeds in this part. */
  readonly lines: number
  /** The offset of the term from the beginning of this part. */
  readonly at: number
  readonly holds: AccessRule | FileRuleFault | 'blanks' | 'unreadable'
}

/** The number of terms that are read between two pauses. */
const atATime = 50

/**
 * Reads a file repeatedly while it is being edited. Only the parts that changed since the last read are parsed,
 * because no term depends on another. An unreadable term is reported before a term that is no rule, as the broker
 * does.
 */
export class AclFileReader {
  #text = ''
  #stretches: readonly Stretch[] = []

  read(text: string): AclFile {
    const reading = this.readSlowly(text)
    let turn = reading.next()
    while (turn.done !== true) turn = reading.next()
    return turn.value
  }

  *readSlowly(text: string): Generator<void, AclFile> {
    const { before, start, after } = this.#isUnchanged(text)
    const stretches = [...before]
    let fault: FormFault | undefined
    let at = start
    let next = text.length - sum(after)
    while (at < next && fault === undefined) {
      const form = readErlangForm(text, at)
      let end = text.length
      if (form !== undefined && 'fault' in form) {
        fault = form.fault
        end = next
      } else if (form !== undefined) end = form.end
      stretches.push(buildStretch(text, at, end, form))
      at = end
      // Parts that a quote has swallowed no longer begin a term.
      while (next < at) next += after.shift()?.length ?? text.length
      if (stretches.length % atATime === 0) yield
    }
    this.#stretches = [...stretches, ...after]
    this.#text = text
    return fault === undefined
      ? collectRules(text, this.#stretches)
      : { fault: { ...fault, ...findPlace(text, fault.at) } }
  }

  /** Returns the parts at the beginning and at the end of the text that have not changed. */
  #isUnchanged(text: string) {
    const { start, end } = sameEnds(this.#text, text)
    let from = 0
    let head = 0
    // Only the character after a full stop decides whether it ends the term.
    for (const { length, holds } of this.#stretches) {
      if (holds === 'unreadable' || from + length >= start) break
      from += length
      head++
    }
    let tail = this.#stretches.length
    for (let left = end; tail > head; tail--) {
      const last = this.#stretches[tail - 1]
      if (last === undefined || last.holds === 'unreadable' || last.length > left) break
      left -= last.length
    }
    return { before: this.#stretches.slice(0, head), start: from, after: this.#stretches.slice(tail) }
  }
}

/** Returns how many characters two texts share at their beginning, and how many of the rest they share at their end. */
function sameEnds(one: string, other: string): { readonly start: number; readonly end: number } {
  const shorter = Math.min(one.length, other.length)
  let start = 0
  while (start < shorter && one.charCodeAt(start) === other.charCodeAt(start)) start++
  let end = 0
  while (
    end < shorter - start &&
    one.charCodeAt(one.length - 1 - end) === other.charCodeAt(other.length - 1 - end)
  )
    end++
  return { start, end }
}

function buildStretch(
  text: string,
  from: number,
  end: number,
  form: ErlangForm | { readonly fault: FormFault } | undefined,
): Stretch {
  const place = { length: end - from, lines: linesBetween(text, from, end) }
  if (form === undefined) return { ...place, at: 0, holds: 'blanks' }
  if ('fault' in form) return { ...place, at: 0, holds: 'unreadable' }
  return { ...place, at: form.at - from, holds: ruleOrFault(form.term) }
}

function ruleOrFault(term: ErlangTerm): AccessRule | FileRuleFault {
  try {
    return ruleOfTerm(term)
  } catch (error) {
    if (error instanceof RuleFault) return { kind: 'rule', reason: error.reason, value: error.value }
    throw error
  }
}

function collectRules(text: string, stretches: readonly Stretch[]): AclFile {
  const rules: FileRule[] = []
  let from = 0
  let line = 1
  for (const { length, lines, at, holds } of stretches) {
    if (typeof holds === 'object') {
      if ('kind' in holds) return { fault: { ...holds, ...findPlace(text, from + at) } }
      rules.push({ rule: holds, line: line + linesBetween(text, from, from + at) })
    }
    from += length
    line += lines
  }
  return { rules }
}

function findPlace(text: string, at: number): TextPosition {
  return { line: 1 + linesBetween(text, 0, at), column: at - text.lastIndexOf('\n', at - 1) }
}

function linesBetween(text: string, from: number, end: number): number {
  let count = 0
  for (let at = from; at < end; at++) if (text.charCodeAt(at) === lineFeed) count++
  return count
}

const lineFeed = 0x0a

function sum(stretches: readonly Stretch[]): number {
  return stretches.reduce((total, { length }) => total + length, 0)
}

/** Converts an Erlang term to a rule of an ACL file; throws a `RuleFault` if the term is no valid rule. */
function ruleOfTerm(term: ErlangTerm): AccessRule {
  const parts = term.kind === 'tuple' ? term.items : []
  const [permission, who, action, topics] = parts
  if (permission === undefined || who === undefined) throw new RuleFault('invalid_authorization_rule', term)
  if (parts.length === 2) return ruleForAll(term, permission, who)
  if (parts.length !== 4 || action === undefined || topics === undefined) {
    throw new RuleFault('invalid_authorization_rule', term)
  }
  const checked = parsePermission(permission)
  return { permission: checked, who: toWho(who), ...toAction(action), topics: parseTopics(topics, term) }
}

/** Converts the short form `{allow, all}`. */
function ruleForAll(term: ErlangTerm, permission: ErlangTerm, who: ErlangTerm): AccessRule {
  if (who.kind !== 'atom' || who.value !== 'all') throw new RuleFault('invalid_authorization_rule', term)
  return {
    permission: parsePermission(permission),
    who: everybody,
    action: 'all',
    qos: everyQos,
    retain: 'all',
    topics: 'all',
  }
}

function parsePermission(term: ErlangTerm): AccessRule['permission'] {
  if (term.kind === 'atom' && (term.value === 'allow' || term.value === 'deny')) return term.value
  throw new RuleFault('invalid_authorization_permission', term)
}

function parseTopics(term: ErlangTerm, rule: ErlangTerm): AccessRule['topics'] {
  if (term.kind === 'atom' && term.value === 'all') return 'all'
  if (term.kind !== 'list') throw new RuleFault('invalid_authorization_rule', rule)
  return term.items.map((topic) => parseTopic(topic, rule))
}

function parseTopic(term: ErlangTerm, rule: ErlangTerm): RuleTopic {
  if (term.kind === 'text') return parseRuleTopic(term.value)
  const [word, topic] = term.kind === 'tuple' && term.items.length === 2 ? term.items : []
  if (word?.kind === 'atom' && word.value === 'eq' && topic?.kind === 'text') {
    return { text: topic.value, isExact: true }
  }
  throw new RuleFault('invalid_authorization_rule', rule)
}

type Action = Pick<AccessRule, 'action' | 'qos' | 'retain'>

/** Reads `publish`, or `{publish, [{qos, 1}, {retain, true}]}`. */
function toAction(term: ErlangTerm): Action {
  const simple = findAction(term)
  if (simple !== undefined) return { action: simple, qos: everyQos, retain: 'all' }
  const [word, options] = term.kind === 'tuple' && term.items.length === 2 ? term.items : []
  const action = findAction(word)
  if (action === undefined || options?.kind !== 'list') {
    throw new RuleFault('invalid_authorization_action', term)
  }
  return {
    action,
    qos: parseQos(options.items),
    retain: action === 'subscribe' ? 'all' : parseRetain(options.items),
  }
}

function listValues(options: readonly ErlangTerm[], name: string): readonly ErlangTerm[] {
  return options.flatMap((option) => {
    const [key, value] = option.kind === 'tuple' && option.items.length === 2 ? option.items : []
    return key?.kind === 'atom' && key.value === name && value !== undefined ? [value] : []
  })
}

function parseQos(options: readonly ErlangTerm[]): readonly AccessQos[] {
  const values = listValues(options, 'qos').flatMap((value) =>
    value.kind === 'list' ? value.items : [value],
  )
  if (values.length === 0) return everyQos
  return values.map((value) => {
    const level = everyQos.find((one) => value.kind === 'number' && value.value === String(one))
    if (level === undefined) throw new RuleFault('invalid_authorization_qos', value)
    return level
  })
}

function parseRetain(options: readonly ErlangTerm[]): boolean | 'all' {
  const [value] = listValues(options, 'retain')
  if (value === undefined) return 'all'
  const word = value.kind === 'atom' ? value.value : ''
  if (word === 'true' || word === 'false') return word === 'true'
  if (word !== 'all') throw new RuleFault('invalid_authorization_retain', value)
  return 'all'
}
