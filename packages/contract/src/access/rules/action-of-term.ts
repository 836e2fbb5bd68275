import type { ErlangTerm } from '../../erlang-term.ts'
import { type AccessQos, type AccessRule, everyQos, type RuleAction } from './access-rule.ts'
import { RuleFault } from './rule-fault.ts'

type Action = Pick<AccessRule, 'action' | 'qos' | 'retain'>

const words: readonly RuleAction[] = ['publish', 'subscribe', 'all']

const wordOf = (term: ErlangTerm | undefined): RuleAction | undefined =>
  term?.kind === 'atom' ? words.find((word) => word === term.value) : undefined

/** `publish`, or `{publish, [{qos, 1}, {retain, true}]}`. */
export function actionOfTerm(term: ErlangTerm): Action {
  const simple = wordOf(term)
  if (simple !== undefined) return { action: simple, qos: everyQos, retain: 'all' }
  const [word, options] = term.kind === 'tuple' && term.items.length === 2 ? term.items : []
  const action = wordOf(word)
  if (action === undefined || options?.kind !== 'list') {
    throw new RuleFault('invalid_authorization_action', term)
  }
  return {
    action,
    qos: qosOf(options.items),
    retain: action === 'subscribe' ? 'all' : retainOf(options.items),
  }
}

function valuesOf(options: readonly ErlangTerm[], name: string): readonly ErlangTerm[] {
  return options.flatMap((option) => {
    const [key, value] = option.kind === 'tuple' && option.items.length === 2 ? option.items : []
    return key?.kind === 'atom' && key.value === name && value !== undefined ? [value] : []
  })
}

function qosOf(options: readonly ErlangTerm[]): readonly AccessQos[] {
  const values = valuesOf(options, 'qos').flatMap((value) => (value.kind === 'list' ? value.items : [value]))
  if (values.length === 0) return everyQos
  return values.map((value) => {
    const level = everyQos.find((one) => value.kind === 'number' && value.value === String(one))
    if (level === undefined) throw new RuleFault('invalid_authorization_qos', value)
    return level
  })
}

function retainOf(options: readonly ErlangTerm[]): boolean | 'all' {
  const [value] = valuesOf(options, 'retain')
  if (value === undefined) return 'all'
  const word = value.kind === 'atom' ? value.value : ''
  if (word === 'true' || word === 'false') return word === 'true'
  if (word !== 'all') throw new RuleFault('invalid_authorization_retain', value)
  return 'all'
}
