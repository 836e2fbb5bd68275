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

/** The function looks for a key that the maps of a statement never have, because all their keys are texts. */
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
  // The function reads a column that no event has.
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
    // The function reads from a payload that is already a map, which the payload of an event never is.
    return undefined
  }),
  contains_topic: contains,
  contains_topic_match: contains,
}
