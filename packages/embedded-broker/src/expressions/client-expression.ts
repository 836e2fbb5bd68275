import { textOf } from '@brokerdeck/contract/rule-sql/evaluate/functions/text-of.ts'
import { isList, isMap, type TermMap } from '@brokerdeck/contract/rule-sql/evaluate/term.ts'
import { evaluateVariform } from '@brokerdeck/contract/variform/evaluate-variform.ts'
import { parseVariform } from '@brokerdeck/contract/variform/parse-variform.ts'
import type { ClientFacts, ClientText } from '../mqtt/settings.ts'

const given = (name: string, value: string | undefined) =>
  value === undefined ? [] : [[name, value] as const]

const factsMap = ({ clientid, username, peerhost, peerport, listener, certificate }: ClientFacts): TermMap =>
  new Map<string, string>([
    ['clientid', clientid],
    ...given('username', username),
    ['peerhost', peerhost],
    ['peername', `${peerhost}:${peerport}`],
    ['listener', listener],
    ['zone', 'default'],
    ...given('cn', certificate?.commonName),
    ...given('dn', certificate?.subject),
  ])

/**
 * An EMQX expression over what a client says of itself: `nth(1, tokens(clientid, '-'))`. Functions that are not known
 * here give nothing, like those that fail and those that give an empty text.
 */
export function clientText(expression: string): ClientText | undefined {
  const parsed = parseVariform(expression)
  if ('fault' in parsed) return undefined
  return (facts) => {
    const evaluated = evaluateVariform(parsed.node, factsMap(facts), Date.now)
    if ('reason' in evaluated) return undefined
    const { value } = evaluated
    if (value === undefined || isList(value) || isMap(value)) return undefined
    const text = textOf(value)
    return typeof text === 'string' && text !== '' ? text : undefined
  }
}
