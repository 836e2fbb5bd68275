import type { RuleAction } from '@brokerdeck/contract/integration/rules.ts'
import type { templateTitles } from '#features/integration/rules/messages/rule-templates.ts'

export interface RuleTemplate {
  /** The name under which the catalog holds its texts. */
  readonly id: keyof typeof templateTitles
  readonly sql: string
  /** One message or event in the format of the broker's tester. */
  readonly sample: Readonly<Record<string, unknown>>
  /** The result of the statement for the sample. */
  readonly gives: unknown
  readonly actions: readonly RuleAction[]
}

const message = (topic: string, payload: unknown) => ({
  event_type: 'message_publish',
  topic,
  payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  clientid: 'oven-3',
})

const republish = (topic: string, payload = '', retain = false): RuleAction => ({
  function: 'republish',
  args: {
    topic,
    qos: 1,
    retain,
    payload,
    mqtt_properties: {},
    user_properties: `\${user_properties}`,
    direct_dispatch: false,
  },
})

const readings = [
  { name: 'inlet', value: 8 },
  { name: 'outlet', value: 21 },
]

/** Statements for common tasks, each with an example of its input and output. */
export const ruleTemplates: readonly RuleTemplate[] = [
  {
    id: 'filter',
    sql: `SELECT
  payload.celsius AS celsius,
  clientid
FROM
  "ovens/+/temperature"
WHERE
  payload.celsius > 90`,
    sample: message('ovens/3/temperature', { celsius: 95.5, door: 'closed' }),
    gives: { celsius: 95.5, clientid: 'oven-3' },
    actions: [republish(`alarms/\${clientid}`)],
  },
  {
    id: 'events',
    sql: `SELECT
  event,
  clientid,
  username
FROM
  "$events/client_connected",
  "$events/client_disconnected"`,
    sample: { event_type: 'client_connected', clientid: 'oven-3', username: 'plant' },
    gives: { event: 'client.connected', clientid: 'oven-3', username: 'plant' },
    actions: [republish(`state/\${clientid}`)],
  },
  {
    id: 'array',
    sql: `FOREACH
  payload.readings
DO
  item.name AS name,
  item.value AS value
FROM
  "gateways/+/up"`,
    sample: message('gateways/1/up', { readings }),
    gives: readings,
    actions: [republish(`readings/\${name}`, `\${value}`)],
  },
  {
    id: 'arrayFields',
    sql: `FOREACH
  payload.readings AS reading
DO
  clientid,
  reading.name AS name,
  reading.value AS value
INCASE
  reading.value > 10
FROM
  "gateways/+/up"`,
    sample: message('gateways/1/up', { readings }),
    gives: [{ clientid: 'oven-3', name: 'outlet', value: 21 }],
    actions: [republish(`readings/\${clientid}/\${name}`)],
  },
  {
    id: 'cases',
    sql: `SELECT
  clientid,
  CASE
    WHEN payload.celsius > 90 THEN 'critical'
    WHEN payload.celsius > 70 THEN 'warning'
    ELSE 'normal'
  END AS level
FROM
  "ovens/+/temperature"`,
    sample: message('ovens/3/temperature', { celsius: 75 }),
    gives: { clientid: 'oven-3', level: 'warning' },
    actions: [republish(`levels/\${clientid}`, `\${level}`)],
  },
  {
    id: 'nested',
    sql: `SELECT
  payload.motor.speed AS speed,
  payload.faults[1].code AS first_fault
FROM
  "machines/+/state"`,
    sample: message('machines/7/state', {
      motor: { speed: 1450 },
      faults: [{ code: 'E12' }, { code: 'E40' }],
    }),
    gives: { speed: 1450, first_fault: 'E12' },
    actions: [],
  },
  {
    id: 'hysteresis',
    sql: `SELECT
  clientid,
  CASE WHEN payload.celsius > 90 THEN 'alarm' ELSE 'normal' END AS state
FROM
  "ovens/+/temperature"
WHERE
  payload.celsius > 90 OR payload.celsius < 80`,
    sample: message('ovens/3/temperature', { celsius: 78 }),
    gives: { clientid: 'oven-3', state: 'normal' },
    actions: [republish(`alarms/\${clientid}`, `\${state}`, true)],
  },
  {
    id: 'units',
    sql: `SELECT
  clientid,
  round((payload.fahrenheit - 32) / 1.8) AS celsius
FROM
  "ovens/+/fahrenheit"`,
    sample: message('ovens/3/fahrenheit', { fahrenheit: 212 }),
    gives: { clientid: 'oven-3', celsius: 100 },
    actions: [republish(`ovens/\${clientid}/celsius`, `\${celsius}`)],
  },
  {
    id: 'rename',
    sql: `SELECT
  clientid AS device_id,
  payload.t AS temperature,
  payload.h AS humidity,
  payload.ts AS measured_at
FROM
  "sensors/+/up"`,
    sample: message('sensors/9/up', { t: 21.5, h: 40, ts: 1_700_000_000 }),
    gives: { device_id: 'oven-3', temperature: 21.5, humidity: 40, measured_at: 1_700_000_000 },
    actions: [],
  },
  {
    id: 'dropFields',
    sql: `SELECT
  first(jq('del(.password, .raw)', payload)) AS body
FROM
  "sensors/+/up"`,
    sample: message('sensors/9/up', { t: 21.5, password: 'secret', raw: 'ff00' }),
    gives: { body: { t: 21.5 } },
    actions: [republish(`clean/\${topic}`, `\${body}`)],
  },
  {
    id: 'hex',
    sql: `SELECT
  clientid,
  subbits(hexstr2bin(payload), 1, 16, 'integer', 'signed', 'big') / 10 AS celsius
FROM
  "lora/+/up"`,
    sample: message('lora/4/up', 'FFCE'),
    gives: { clientid: 'oven-3', celsius: -5 },
    actions: [republish(`lora/\${clientid}/celsius`, `\${celsius}`)],
  },
  {
    id: 'zone',
    sql: `SELECT
  clientid,
  format_date('millisecond', '+08:00', '%Y-%m-%dT%H:%M:%S.%3N%:z', payload.at) AS at
FROM
  "sensors/+/up"`,
    sample: message('sensors/9/up', { at: 1_700_000_000_123 }),
    gives: { clientid: 'oven-3', at: '2023-11-15T06:13:20.123+08:00' },
    actions: [],
  },
  {
    id: 'offline',
    sql: `SELECT
  clientid,
  reason
FROM
  "$events/client_disconnected"
WHERE
  reason != 'normal'`,
    sample: { event_type: 'client_disconnected', clientid: 'oven-3', reason: 'keepalive_timeout' },
    gives: { clientid: 'oven-3', reason: 'keepalive_timeout' },
    actions: [republish(`offline/\${clientid}`, `\${reason}`, true)],
  },
  {
    id: 'rate',
    sql: `SELECT
  clientid,
  (payload.count - payload.last.count) / ((payload.at - payload.last.at) / 1000) AS per_second
FROM
  "counters/+"
WHERE
  payload.at > payload.last.at`,
    sample: message('counters/7', { count: 250, at: 20_000, last: { count: 50, at: 10_000 } }),
    gives: { clientid: 'oven-3', per_second: 20 },
    actions: [republish(`rates/\${clientid}`, `\${per_second}`)],
  },
  {
    id: 'geofence',
    sql: `SELECT
  clientid,
  payload.lat AS lat,
  payload.lon AS lon
FROM
  "vehicles/+/position"
WHERE
  sqrt(power((payload.lat - 30.25) * 111.2, 2) + power((payload.lon - 120.16) * 96.1, 2)) > 5`,
    sample: message('vehicles/2/position', { lat: 30.35, lon: 120.16 }),
    gives: { clientid: 'oven-3', lat: 30.35, lon: 120.16 },
    actions: [republish(`geofence/\${clientid}/left`)],
  },
  {
    id: 'enrich',
    // The broker's tester knows only this attribute.
    sql: `SELECT
  clientid,
  client_attrs.test AS site,
  payload.celsius AS celsius
FROM
  "ovens/+/temperature"`,
    sample: message('ovens/3/temperature', { celsius: 75 }),
    gives: { clientid: 'oven-3', site: 'example', celsius: 75 },
    actions: [republish(`sites/\${site}/\${clientid}`)],
  },
  {
    id: 'deadLetter',
    sql: `SELECT
  clientid,
  topic,
  payload,
  reason
FROM
  "$events/message_dropped"
WHERE
  NOT regex_match(topic, '^dead/')`,
    sample: {
      event_type: 'message_dropped',
      clientid: 'oven-3',
      topic: 'orders/17',
      payload: 'urgent',
      reason: 'no_subscribers',
    },
    gives: { clientid: 'oven-3', topic: 'orders/17', payload: 'urgent', reason: 'no_subscribers' },
    actions: [republish(`dead/\${topic}`, `\${payload}`, true)],
  },
  {
    id: 'topicLevels',
    sql: `SELECT
  nth(2, tokens(topic, '/')) AS site,
  nth(3, tokens(topic, '/')) AS line,
  payload
FROM
  "plant/+/+/event"`,
    sample: message('plant/hz/smt-4/event', 'jam'),
    gives: { site: 'hz', line: 'smt-4', payload: 'jam' },
    actions: [republish(`lines/\${line}`, `\${payload}`)],
  },
]
