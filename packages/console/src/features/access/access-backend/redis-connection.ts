import type { Condition, Section } from '#kit/form/field.ts'
import { accessBackend as m } from '../messages/access.ts'
import { passwordField, poolSize, serverField, serversField, usernameField } from './connection-fields.ts'

const types = [
  { value: 'single', label: m.single },
  { value: 'sentinel', label: m.sentinel },
  { value: 'cluster', label: m.cluster },
]

const onlyFor = (...is: readonly string[]): readonly Condition[] => [{ path: 'redis_type', is }]

export const redisConnection: Section = {
  id: 'connection',
  title: m.connection,
  fields: [
    { kind: 'select', path: 'redis_type', label: m.redisType, options: types, default: 'single', width: 12 },
    { ...serverField(6379), when: onlyFor('single') },
    { ...serversField(6379), when: onlyFor('sentinel', 'cluster') },
    {
      kind: 'text',
      path: 'sentinel',
      label: m.sentinelName,
      help: m.sentinelNameHelp,
      isRequired: true,
      isCode: true,
      when: onlyFor('sentinel'),
    },
    {
      kind: 'number',
      path: 'database',
      label: m.database,
      isRequired: true,
      min: 0,
      default: 0,
      when: onlyFor('single', 'sentinel'),
    },
    usernameField,
    passwordField,
    poolSize,
  ],
}
