import { expect, it } from 'vitest'
import { listChangedPaths } from './changed-paths.ts'

const running = { mqtt: { max_qos_allowed: 2, idle_timeout: '15s' }, log: { levels: ['a', 'b'] } }

it.each([
  [{}, []],
  [running, []],
  [{ mqtt: { idle_timeout: '15s' } }, []],
  [{ mqtt: { max_qos_allowed: 1, idle_timeout: '15s' } }, ['mqtt.max_qos_allowed']],
  [{ log: { levels: ['b', 'a'] }, mqtt: { new: { deep: 1 } } }, ['log.levels', 'mqtt.new']],
  [{ bridges: {} }, ['bridges']],
  [{ listeners: { tcp: { gone: 'marked_for_deletion' } } }, []],
  [{ listeners: { tcp: { gone: 'marked_for_deletion', here: {} } } }, ['listeners']],
  [{ mqtt: 'marked_for_deletion' }, ['mqtt']],
] as const)('of %j are %j', (archived, expected) => {
  expect(listChangedPaths(archived, running)).toEqual(expected)
})
