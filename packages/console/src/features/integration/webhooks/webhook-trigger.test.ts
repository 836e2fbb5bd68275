import { recordedExchanges, recordedTest } from '@brokerdeck/contract/testing/shared-material.ts'
import { ruleEvents } from '@brokerdeck/languages/rule-sql/rule-events.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { valueAt } from '#kit/form/form-value.ts'
import {
  formatTriggerStatement,
  isOfMessages,
  isOther,
  isWritableTopic,
  parseWebhookTrigger,
  published,
  type Trigger,
} from './webhook-trigger.ts'

const offered = ruleEvents.map(({ topic }) => topic)

describe('the trigger of a webhook', () => {
  it('is written as a statement, and read from it again', () => {
    const topic = fc.stringMatching(/^[a-z"]{1,4}(?:\/(?:\+|[a-z]{1,3})){0,2}$/)
    const topics = fc.uniqueArray(topic, { maxLength: 3 })
    const some = (is: (event: string) => boolean) => fc.subarray(offered.filter(is), { minLength: 1 })
    const messages = some(isOfMessages)
    const triggers: fc.Arbitrary<Trigger> = fc.oneof(
      fc.record({ kind: fc.constant('messages' as const), messages, topics }),
      fc.record({ kind: fc.constant('events' as const), events: some(isOther) }),
      fc.constant({ kind: 'all' as const }),
    )
    fc.assert(
      fc.property(triggers, (trigger) => {
        expect(parseWebhookTrigger(formatTriggerStatement(trigger, offered), offered)).toEqual(trigger)
      }),
    )
  })

  it('is the statement itself where that names more topics than anybody chooses, or is long', () => {
    const of = (topics: readonly string[]) =>
      parseWebhookTrigger(
        formatTriggerStatement({ kind: 'messages', messages: [published], topics }, offered),
        offered,
      ).kind
    expect(of(Array.from({ length: 200 }, (_, at) => `t/${at}`))).toBe('messages')
    expect(of(Array.from({ length: 201 }, (_, at) => `t/${at}`))).toBe('sql')
    expect(of(['x'.repeat(100_000)])).toBe('sql')
  })

  it('can write a topic with one kind of quotes, and without the simple one where it is compared', () => {
    const topics = ['a', `a"b`, `a'b`, `a"b'c`]
    expect(topics.map((topic) => isWritableTopic(topic, false))).toEqual([true, true, true, false])
    expect(topics.map((topic) => isWritableTopic(topic, true))).toEqual([true, true, false, false])
  })

  it('takes no message of a bridge or a source for one of the broker', () => {
    const bridges = ['$bridges/mqtt:message', '$sources/mqtt:message_publish']
    expect(bridges.map((event) => [isOfMessages(event), isOther(event)])).toEqual([
      [false, false],
      [false, false],
    ])
    const all = formatTriggerStatement({ kind: 'all' }, [
      published,
      '$events/client_connected',
      '$bridges/mqtt:*',
    ])
    expect(all).toBe('SELECT\n  *\nFROM\n  "#",\n  "$events/client_connected"')
  })

  it('is the statement itself where no choice says it', () => {
    const sql = 'SELECT qos FROM "t/#"'
    expect(formatTriggerStatement({ kind: 'sql', sql }, offered)).toBe(sql)
  })

  it('is read in any order of FROM, and with a comparison that names no topic as a statement', () => {
    const connected = '$events/client_connected'
    const disconnected = '$events/client_disconnected'
    expect(parseWebhookTrigger(`SELECT * FROM "${disconnected}", "${connected}"`, offered)).toEqual({
      kind: 'events',
      events: [disconnected, connected],
    })
    for (const where of ['topic =~ payload', 'topic =~ 1', `'a' =~ topic`, `topic = 'a'`]) {
      const sql = `SELECT * FROM "$events/message_dropped" WHERE ${where}`
      expect(parseWebhookTrigger(sql, offered)).toEqual({ kind: 'sql', sql })
    }
    expect(
      parseWebhookTrigger(
        `SELECT * FROM "$events/message_dropped" WHERE topic =~ 'a' OR topic =~ 'b'`,
        offered,
      ),
    ).toEqual({
      kind: 'messages',
      messages: ['$events/message_dropped'],
      topics: ['a', 'b'],
    })
  })

  it('sorts all events but those of bridges, and those of messages apart', () => {
    expect(offered.filter(isOfMessages)).toContain('$events/delivery_dropped')
    expect(offered.filter((one) => isOfMessages(one) && isOther(one))).toEqual([])
    const left = offered.filter((one) => !isOfMessages(one) && !isOther(one))
    expect(left.every((one) => one.startsWith('$bridges/'))).toBe(true)
  })

  it.each([
    ['another column', 'SELECT payload FROM "t/#"'],
    ['another condition', 'SELECT * FROM "t/#" WHERE qos > 0'],
    ['a comment', 'SELECT * -- all of it\nFROM "t/#"'],
    ['a bridge', 'SELECT * FROM "$bridges/mqtt:in"'],
    ['events of both kinds', 'SELECT * FROM "t/#", "$events/client_connected"'],
    ['a fault', 'SELECT FROM'],
  ])('stays a statement byte for byte where it has %s', (_, sql) => {
    expect(parseWebhookTrigger(sql, offered)).toEqual({ kind: 'sql', sql })
  })

  recordedTest('reads the recorded statements, and writes them as they were', () => {
    const recorded = recordedExchanges()
      .filter(({ file }) => file === 'enterprise/webhook.json')
      .map(({ body }) => valueAt(body, 'sql'))
      .filter((sql) => typeof sql === 'string')
    expect(recorded).toHaveLength(2)
    const triggers = recorded.map((sql) => parseWebhookTrigger(sql, offered))
    expect(triggers).toEqual([
      { kind: 'events', events: ['$events/client_connected', '$events/client_disconnected'] },
      { kind: 'messages', messages: [published, '$events/message_dropped'], topics: ['t/#'] },
    ])
    expect(triggers.map((one) => formatTriggerStatement(one, offered))).toEqual(recorded)
  })
})
