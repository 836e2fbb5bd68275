import { parseTemplate, renderTemplate } from '@brokerdeck/languages/access-rules/template.ts'
import * as v from 'valibot'
import { openRedis } from '../../backends/redis-resource.ts'
import { splitRedis } from '../../backends/redis-words.ts'
import type { ResourceServices } from '../../backends/resource-services.ts'
import { type Authenticator, badCredentials, type Step } from './authenticator.ts'
import { isCredential, toValueLookup } from './credential-value.ts'
import { checkStoredPassword, parsePasswordHash } from './stored-password.ts'

const shape = v.object({ cmd: v.string() })
const pairsSchema = v.record(v.string(), v.unknown())

/**
 * Returns the reply of a Redis hash by field: HMGET and HGET reply with values alone, HGETALL with names and values.
 */
function toFields(words: readonly string[], reply: unknown): ReadonlyMap<string, unknown> {
  const [command = '', , ...names] = words
  if (command.toUpperCase() !== 'HGETALL') {
    const values: readonly unknown[] = Array.isArray(reply) ? reply : [reply]
    return new Map(names.map((name, at) => [name, values[at]]))
  }
  if (!Array.isArray(reply)) return new Map(Object.entries(v.parse(pairsSchema, reply ?? {})))
  const fields = new Map<string, unknown>()
  for (let at = 0; at + 1 < reply.length; at += 2) fields.set(String(reply[at]), reply[at + 1])
  return fields
}

export function redisAuthenticator(document: unknown, services: ResourceServices): Authenticator {
  const words = splitRedis(v.parse(shape, document).cmd) ?? []
  const templates = words.map((word) => parseTemplate(word, isCredential))
  const algorithm = parsePasswordHash(document)
  const resource = openRedis(document, services)
  return {
    resource,
    async authenticate(credentials): Promise<Step> {
      if (credentials.method !== undefined) return 'ignore'
      // EMQX sends no request for a client without a password.
      if (credentials.password === undefined) return badCredentials
      const asked = templates.map((word) => renderTemplate(word, toValueLookup(credentials)))
      const fields = toFields(words, await resource.ask(asked, credentials.node))
      return checkStoredPassword(algorithm, credentials, {
        hash: fields.get('password_hash'),
        salt: fields.get('salt'),
        isSuperuser: fields.get('is_superuser'),
      })
    },
    close: () => resource.close(),
  }
}
