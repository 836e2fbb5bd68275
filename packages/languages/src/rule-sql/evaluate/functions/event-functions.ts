import { noClause } from '../rule-failure.ts'
import { isMap, type Term } from '../term.ts'
import { type CallContext, type FunctionTable, integerIn, listIn, taking } from './arguments.ts'

const makeColumnReader = (name: string, missing?: Term) =>
  taking(0)((_args, { event }) => (event?.columns.has(name) === true ? event.columns.get(name) : missing))

function topic(args: readonly Term[], { event }: CallContext): Term {
  const [index] = args
  if (args.length === 1) integerIn(index)
  const name = event?.columns.get('topic')
  if (typeof name !== 'string') return undefined
  if (args.length === 0) return name
  const levels = name.split('/')
  const at = Number(index)
  if (at < 1 || at > levels.length) throw noClause()
  return levels[at - 1]
}

/** It looks for a column that the maps of a statement do not have: theirs have texts for names. */
const contains = taking(
  2,
  3,
)(([list]) => {
  listIn(list)
  return false
})

export const eventFunctions: FunctionTable = {
  msgid: makeColumnReader('id'),
  qos: makeColumnReader('qos'),
  topic: taking(0, 1)(topic),
  flags: makeColumnReader('flags', new Map()),
  flag: taking(1)(([name], { event }) => {
    const flags = event?.columns.get('flags')
    return typeof name === 'string' && isMap(flags) ? flags.get(name) : undefined
  }),
  // It asks for a column that no event has.
  clientid: taking(0)(() => undefined),
  username: makeColumnReader('username'),
  clientip: makeColumnReader('peerhost'),
  peerhost: makeColumnReader('peerhost'),
  payload: taking(
    0,
    1,
  )((args, { event }) => {
    const payload = event?.columns.get('payload')
    if (args.length === 0) return payload
    // It looks into a payload that is a map already, which that of an event never is.
    return undefined
  }),
  contains_topic: contains,
  contains_topic_match: contains,
}
