import { redisBackend } from '@brokerdeck/contract/access/backends/redis-backend.ts'
import { describedFields } from '#kit/form/described-form.ts'
import type { Section } from '#kit/form/field.ts'
import { passwordField, poolSize, serverField, serversField, usernameField } from './connection-fields.ts'
import { accessBackend as m } from './messages.ts'

export const redisConnection: Section = {
  id: 'connection',
  title: m.connection,
  fields: describedFields(redisBackend, [
    {
      path: 'redis_type',
      label: m.redisType,
      options: { single: m.single, sentinel: m.sentinel, cluster: m.cluster },
      width: 12,
    },
    serverField,
    serversField,
    { path: 'sentinel', label: m.sentinelName, help: m.sentinelNameHelp, isCode: true },
    { path: 'database', label: m.database, isRequired: true },
    usernameField,
    passwordField,
    poolSize,
  ]),
}
