import type { RuleAction } from '@brokerdeck/contract/integration/rules.ts'
import type { BrokerContext } from '../../compose/broker-context.ts'
import { sampleIntegrationRules } from '../sample-integrations.ts'
import { readRule } from './read-rule.ts'
import type { RuleEngine } from './rule-engine.ts'

const republish = (topic: string, payload: string): RuleAction => ({
  function: 'republish',
  args: {
    topic,
    payload,
    qos: 1,
    retain: false,
    mqtt_properties: {},
    user_properties: '${user_properties}',
    direct_dispatch: false,
  },
})

const rules = [
  {
    id: 'sample_hot',
    description: 'Says so when a sensor is too warm',
    sql: `SELECT clientid, payload.temperature as temperature, timestamp
FROM "sample/+/+/telemetry"
WHERE payload.temperature > 22`,
    actions: [republish('sample/alarms/${clientid}', '{"temperature": ${temperature}, "at": ${timestamp}}')],
  },
  {
    id: 'sample_split',
    description: 'One message for each part of an alert',
    sql: `FOREACH jq('.alert, .number', payload) as part
DO part, topic
FROM "sample/alerts/+"`,
    actions: [republish('sample/alert', '${part}')],
  },
  {
    id: 'sample_gone',
    description: 'Writes down which devices lose their connection',
    sql: `SELECT clientid, reason, disconnected_at
FROM "$events/client_disconnected"
WHERE reason != 'normal'`,
    actions: [republish('sample/gone/${clientid}', '{"reason": "${reason}"}')],
  },
]

/** Adds rules so that a new user sees live counters. Existing rules stay unchanged. */
export function addSampleRules(engine: RuleEngine, context: Pick<BrokerContext, 'log' | 'now'>): void {
  for (const { id, ...given } of [...rules, ...sampleIntegrationRules]) {
    if (engine.rules.find(id) !== undefined) continue
    engine.put(readRule(id, given, undefined, context.now())).catch((error: unknown) => {
      context.log.write({
        level: 'error',
        message: 'sample_rule_failed',
        details: { id, reason: String(error) },
      })
    })
  }
}
