import * as v from 'valibot'
import type { AskAsOperator } from './as-operator.ts'

/** The number of clients, which all publish, and each of which subscribes to the topic of another client. */
export const soakClients = 300

export const readingTopic = (at: number): string => `soak/${at}/reading`

const republish = (topic: string, payload: string) => ({
  function: 'republish',
  args: { topic, payload, qos: 0, retain: false },
})

/** The rules for normal messages: a filter, a row for each item, and functions. */
const workingRules = [
  {
    id: 'filter',
    sql: 'SELECT payload.celsius as celsius, clientid FROM "soak/+/reading" WHERE payload.celsius > 70',
    actions: [republish('soaked/hot/${clientid}', '${celsius}')],
  },
  {
    id: 'items',
    sql: 'FOREACH payload.list as item DO item.id as id, item.value as value INCASE item.value > 1 FROM "soak/+/reading"',
    actions: [republish('soaked/items/${id}', '${value}')],
  },
  {
    id: 'functions',
    sql: `SELECT upper(clientid) as name, sprintf_s('~.2f', [payload.celsius]) as text, md5(payload) as digest, nth(2, split(topic, '/')) as place FROM "soak/+/reading"`,
    actions: [republish('soaked/told/${place}', '${name} ${text} ${digest}')],
  },
]

const twice = (topic: string) => [republish(topic, 'x'), republish(topic, 'x')]

/** The rules for the attacker's messages. */
const attackedRules = [
  {
    id: 'pattern',
    sql: `SELECT * FROM "attack/pattern" WHERE regex_match(payload, '^(a+)+$')`,
    actions: [],
  },
  {
    id: 'text',
    sql: 'SELECT str_utf8(payload) as text FROM "attack/bytes"',
    actions: [republish('attack/none', '${text}'), republish('attack/none/${text}', 'x')],
  },
  { id: 'packed', sql: 'SELECT gunzip(payload) as text FROM "attack/packed"', actions: [] },
  {
    id: 'product',
    sql: 'SELECT json_decode(payload) * json_decode(payload) as n FROM "attack/digits"',
    actions: [],
  },
  { id: 'there', sql: 'SELECT * FROM "attack/there"', actions: twice('attack/back') },
  { id: 'back', sql: 'SELECT * FROM "attack/back"', actions: twice('attack/there') },
]

export async function arrangeSoak(ask: AskAsOperator): Promise<void> {
  for (const rule of [...workingRules, ...attackedRules]) await ask('POST', 'rules', rule)
}

export const soakedSchema = v.object({
  offered: v.number(),
  acknowledged: v.number(),
  delivered: v.number(),
  repeated: v.number(),
  /** The number of messages that were acknowledged but never delivered to the subscribed client. */
  lost: v.number(),
  /** The number of clients whose connection closed before the end. */
  closed: v.number(),
  seconds: v.number(),
})
