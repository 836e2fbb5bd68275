import { recordedTest } from '@brokerdeck/contract/testing/shared-material.ts'
import { expect, test } from 'vitest'
import { realSettings } from '#features/integration/bridges/catalog/testing/real-settings.ts'
import { fieldWords, optionWords } from './field-words.ts'

recordedTest('every setting of the 38 types has a word', () => {
  const settings = [...realSettings('community'), ...realSettings('enterprise')]
  expect(settings.length).toBeGreaterThan(2000)
  const wordless = settings
    .filter(({ kind, type, path }) => (fieldWords(kind, type, path)?.label ?? '') === '')
    .map(({ kind, type, path }) => `${kind} ${type} ${path}`)
  expect(wordless).toEqual([])
})

recordedTest('what buffers, retries and checks explains itself', () => {
  const silent = realSettings('enterprise')
    .filter(({ path }) => /^resource_opts\.|^parameters\.(buffer\.|max_|required|sync)/.test(path))
    .filter(({ kind, type, path }) => fieldWords(kind, type, path)?.help === undefined)
    .map(({ kind, type, path }) => `${kind} ${type} ${path}`)
  expect(silent).toEqual([])
})

/** Fields whose symbols need no name: numbers, log levels, product versions. */
const plain = ['type', 'parameters.qos', 'ssl.log_level', 'transport_options.ssl.log_level', 'iotdb_version']

recordedTest('every value of a choice has a name, unless people say it as it is', () => {
  const nameless = realSettings('enterprise')
    .filter(({ path }) => !plain.includes(path))
    .flatMap(({ kind, type, path, symbols }) =>
      symbols
        .map((symbol) =>
          typeof symbol === 'boolean' || typeof symbol === 'number' ? symbol : String(symbol),
        )
        .filter((symbol) => optionWords(kind, type, path, symbol) === undefined)
        .map((symbol) => `${kind} ${type} ${path}=${symbol}`),
    )
    .filter((one) => !one.endsWith('ssl.enable=true'))
  expect([...new Set(nameless)]).toEqual([])
})

test('a word is that of the type where the type means something else', () => {
  expect(fieldWords('connector', 'azure_event_hub_producer', 'authentication.password')?.label).toBe(
    'Connection string',
  )
  expect(fieldWords('connector', 'kafka_producer', 'authentication.password')?.label).toBe('Password')
  expect(fieldWords('action', 'mqtt', 'parameters.topic')?.label).toBe('Topic')
  expect(fieldWords('source', 'mqtt', 'parameters.topic')?.label).toBe('Topic filter')
  expect(fieldWords('connector', 's3', 'transport_options.ssl.password')?.label).toBe('Key passphrase')
  expect(fieldWords('action', 'iotdb', 'parameters.data.value')).toEqual(
    fieldWords('action', 'iotdb', 'parameters.data[].value'),
  )
})

test('the help says what a setting does to messages that wait', () => {
  expect(fieldWords('action', 'redis', 'resource_opts.max_buffer_bytes')?.help).toContain(
    'oldest messages are dropped',
  )
  expect(fieldWords('action', 'redis', 'resource_opts.request_ttl')?.help).toContain('expired')
  expect(fieldWords('connector', 'mongodb', 'parameters.w_mode')?.help).toContain('are lost')
})

test('a type of a newer broker gets the words that hold for every type', () => {
  expect(fieldWords('action', 'quantum_lake', 'resource_opts.batch_size')?.help).toContain('one request')
  expect(fieldWords('action', 'quantum_lake', 'parameters.timeout')?.help).toBeUndefined()
  expect(fieldWords('action', 'quantum_lake', 'parameters.qubits')).toBeUndefined()
  expect(optionWords('action', 'quantum_lake', 'resource_opts.query_mode', 'sync')).toBe('Synchronous')
})

test('a variant is called by what one signs in with', () => {
  const of = (component: string) => optionWords('connector', 'kafka_producer', 'authentication', component)
  expect(of('bridge_kafka.auth_gssapi_kerberos')).toContain('Kerberos')
  expect(of('none')).toBe('No authentication')
})
