import { literal } from '@brokerdeck/contract/description/choices.ts'
import { boolean, duration, orWord, text } from '@brokerdeck/contract/description/scalars.ts'
import { listOf, required, struct, variants, withDefault } from '@brokerdeck/contract/description/schema.ts'
import { server } from '@brokerdeck/contract/description/server.ts'
import { mqttSettings } from '@brokerdeck/contract/settings/mqtt-config.ts'
import { expect, it } from 'vitest'
import { withBrokerDefaults } from './broker-defaults.ts'
import { toFields, toSections } from './described-form.ts'

const rule = struct('test:rule', { topic: required(text), enable: withDefault(boolean, true) })
const settings = struct('test:settings', {
  expiry: withDefault(orWord(duration, '0s'), '0s'),
  inner: withDefault(struct('test:inner', { enable: withDefault(boolean, false) }), {}),
  rules: withDefault(listOf(rule), []),
})

it('takes kind, range, word and default of a field from the description', () => {
  const fields = toFields(mqttSettings, [
    { path: 'max_clientid_len', label: 'Length', unit: 'bytes' },
    { path: 'max_awaiting_rel', label: 'Waiting', wordLabel: 'Unlimited', unit: 'messages' },
    { path: 'mqueue_default_priority', label: 'Other topics', options: { highest: 'First', lowest: 'Last' } },
  ])
  expect(fields).toEqual([
    {
      kind: 'number',
      path: 'max_clientid_len',
      label: 'Length',
      unit: 'bytes',
      min: 23,
      max: 65_535,
      default: 65_535,
    },
    {
      kind: 'one-of',
      path: 'max_awaiting_rel',
      label: 'Waiting',
      unit: 'messages',
      word: 'infinity',
      wordLabel: 'Unlimited',
      default: 100,
      inner: { kind: 'number', path: 'max_awaiting_rel', label: 'Waiting', unit: 'messages', min: 0 },
    },
    {
      kind: 'select',
      path: 'mqueue_default_priority',
      label: 'Other topics',
      options: [
        { value: 'highest', label: 'First' },
        { value: 'lowest', label: 'Last' },
      ],
      default: 'lowest',
    },
  ])
})

it('places what is described where it stands in the document, its conditions and its switch too', () => {
  const [section] = toSections(
    settings,
    [
      {
        id: 'all',
        title: 'All',
        switch: 'inner.enable',
        when: [{ path: 'inner.enable', is: [true] }],
        fields: [
          {
            path: 'expiry',
            label: 'Expiry',
            wordLabel: 'Never',
            when: [{ path: 'inner.enable', is: [true] }],
          },
          {
            path: 'rules',
            label: 'Rules',
            addLabel: 'Add',
            uniqueBy: 'topic',
            columns: [{ path: 'topic', label: 'Topic' }],
          },
        ],
      },
    ],
    'file.default',
  )
  expect(section).toMatchObject({
    switch: 'file.default.inner.enable',
    when: [{ path: 'file.default.inner.enable' }],
    fields: [
      {
        kind: 'one-of',
        word: '0s',
        path: 'file.default.expiry',
        when: [{ path: 'file.default.inner.enable' }],
        inner: { kind: 'duration', path: 'file.default.expiry' },
      },
      {
        kind: 'rows',
        path: 'file.default.rules',
        columns: [{ kind: 'text', path: 'topic', isRequired: true }],
      },
    ],
  })
})

const store = variants('store_type', {
  single: struct('test:single', { store_type: required(literal('single')), server: required(server(6379)) }),
  sentinel: struct('test:sentinel', {
    store_type: required(literal('sentinel')),
    master: required(text),
    password: withDefault(text, ''),
  }),
  cluster: struct('test:cluster', {
    store_type: required(literal('cluster')),
    password: withDefault(text, ''),
  }),
})
const kept = struct('test:kept', { enable: withDefault(boolean, true), store: required(store) })

it('chooses between the kinds of a thing, and shows a field for those that have it', () => {
  const kinds = { single: 'One', sentinel: 'Sentinel', cluster: 'Cluster' }
  expect(
    toFields(
      kept,
      [
        { path: 'store.store_type', label: 'Store', options: kinds },
        { path: 'store.server', label: 'Server' },
        {
          path: 'store.password',
          label: 'Password',
          when: [{ path: 'store.store_type', is: ['cluster'] }],
        },
      ],
      'at',
    ),
  ).toMatchObject([
    { kind: 'select', path: 'at.store.store_type', options: [{ label: 'One' }, { value: 'sentinel' }, {}] },
    {
      kind: 'host-port',
      path: 'at.store.server',
      defaultPort: 6379,
      when: [{ path: 'at.store.store_type', is: ['single'] }],
    },
    {
      when: [
        { path: 'at.store.store_type', is: ['sentinel', 'cluster'] },
        { path: 'at.store.store_type', is: ['cluster'] },
      ],
    },
  ])
  expect(toFields(store, [{ path: 'master', label: 'Name' }])).toMatchObject([
    { kind: 'text', isRequired: true, when: [{ path: 'store_type', is: ['sentinel'] }] },
  ])
})

it('does not compile with a kind that there is not, or with a field of none', () => {
  const wrong = () => [
    // @ts-expect-error: no kind has such a setting
    toFields(store, [{ path: 'masters', label: 'Name' }]),
    // @ts-expect-error: a kind without words
    toFields(store, [{ path: 'store_type', label: 'Store', options: { single: 'One' } }]),
    // @ts-expect-error: a condition on a kind that there is not
    toFields(kept, [{ path: 'enable', label: 'On', when: [{ path: 'store.store_type', is: ['x'] }] }]),
  ]
  expect(wrong).toThrow('test:single | test:sentinel | test:cluster has no masters')
})

it('does not compile with a wrong path, option or condition, and shows no field without a setting', () => {
  const wrong = () => [
    // @ts-expect-error: a path is misspelt
    toFields(mqttSettings, [{ path: 'max_client_len', label: 'Length' }]),
    toFields(mqttSettings, [
      {
        path: 'mqueue_default_priority',
        label: 'Other topics',
        // @ts-expect-error: an option that the broker does not know
        options: { highest: 'First', lowest: 'Last', middle: 'Between' },
      },
    ]),
    toFields(mqttSettings, [
      {
        path: 'mqueue_default_priority',
        label: 'Other topics',
        // @ts-expect-error: an option without words
        options: { highest: 'First' },
      },
    ]),
    toFields(mqttSettings, [
      {
        path: 'max_inflight',
        label: 'Window',
        // @ts-expect-error: a condition on a setting that there is not
        when: [{ path: 'shared_subscriptions', is: [true] }],
      },
    ]),
    toFields(mqttSettings, [
      {
        path: 'max_inflight',
        label: 'Window',
        // @ts-expect-error: a condition on a value that the setting never has
        when: [{ path: 'shared_subscription_strategy', is: ['sometimes'] }],
      },
    ]),
    // @ts-expect-error: a switch that is none
    toSections(mqttSettings, [{ id: 'all', title: 'All', switch: 'max_inflight', fields: [] }]),
    toSections(settings, [
      {
        id: 'all',
        title: 'All',
        fields: [
          {
            path: 'rules',
            label: 'Rules',
            addLabel: 'Add',
            // @ts-expect-error: a misspelt path of a column
            columns: [{ path: 'topics', label: 'Topic' }],
          },
        ],
      },
    ]),
  ]
  expect(wrong).toThrow('emqx:mqtt has no max_client_len')
})

it('shows the default that the connected broker tells instead of its own, whatever the setting lies in', () => {
  const sections = toSections(mqttSettings, [
    {
      id: 'all',
      title: 'All',
      fields: [
        { path: 'max_inflight', label: 'Window' },
        { path: 'idle_timeout', label: 'Idle', wordLabel: 'Never' },
        { path: 'max_topic_levels', label: 'Levels' },
      ],
    },
  ])
  const mqtt = {
    type: 'object',
    properties: {
      max_inflight: { type: 'integer', default: 64 },
      idle_timeout: { oneOf: [{ type: 'duration' }], default: 'infinity' },
    },
  }
  const zone = { type: 'object', properties: { mqtt: { $ref: '#/components/schemas/emqx.mqtt' } } }
  const schemas = { components: { schemas: { 'emqx.mqtt': mqtt } }, paths: { '/zone': { put: zone } } }
  const [told] = withBrokerDefaults(sections, schemas, '/zone', 'mqtt')
  expect(told?.fields.map((field) => field.default)).toEqual([64, 'infinity', 128])
  expect(withBrokerDefaults(sections, schemas, '/elsewhere')).toBe(sections)
  const named = { oneOf: [{ type: 'object', properties: { $handler_name: mqtt } }] }
  const log = { components: { schemas: {} }, paths: { '/log': { put: { properties: { file: named } } } } }
  expect(withBrokerDefaults(sections, log, '/log', 'file.default')[0]?.fields[0]?.default).toBe(64)
})
