import type { TermMap } from '@brokerdeck/languages/rule-sql/evaluate/term.ts'
import { parseVariform } from '@brokerdeck/languages/variform/parse-variform.ts'
import type { ClientFacts, ClientText } from '../mqtt/client/settings.ts'
import { evaluateText } from './evaluation.ts'

const toEntries = (name: string, value: string | undefined) =>
  value === undefined ? [] : [[name, value] as const]

const factsMap = ({ clientid, username, peerhost, peerport, listener, certificate }: ClientFacts): TermMap =>
  new Map<string, string>([
    ['clientid', clientid],
    ...toEntries('username', username),
    ['peerhost', peerhost],
    ['peername', `${peerhost}:${peerport}`],
    ['listener', listener],
    ['zone', 'default'],
    ...toEntries('cn', certificate?.commonName),
    ...toEntries('dn', certificate?.subject),
  ])

/**
 * Compiles an EMQX expression over the properties of a client, such as `nth(1, tokens(clientid, '-'))`. Functions
 * that are unknown here return no text, like functions that fail and functions that return an empty text.
 */
export function clientText(expression: string): ClientText | undefined {
  const parsed = parseVariform(expression)
  if ('fault' in parsed) return undefined
  return (facts) => evaluateText(parsed.node, factsMap(facts))
}
