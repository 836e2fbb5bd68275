import { isRequestPlaceholder, requestValue } from '@brokerdeck/languages/access-rules/client-value.ts'
import { parseTemplate, renderTemplate } from '@brokerdeck/languages/access-rules/template.ts'
import * as v from 'valibot'
import { openRedis } from '../../backends/redis-resource.ts'
import { splitRedis } from '../../backends/redis-words.ts'
import { isPlainObject, type PlainObject } from '../../config/plain-object.ts'
import type { AccessSource, SourceServices } from './access-source.ts'
import { createAskedSource } from './asked-source.ts'
import { rulesFinding } from './rules-finding.ts'

const shape = v.object({ enable: v.boolean(), cmd: v.string() })

const actions = ['publish', 'subscribe', 'all']

/**
 * Creates a source for a Redis hash, which maps topics to `publish`, `subscribe` or `all`, or to a rule in JSON.
 * Every rule allows.
 */
export function redisSource(document: unknown, services: SourceServices): AccessSource {
  const { enable, cmd } = v.parse(shape, document)
  const words = (splitRedis(cmd) ?? []).map((word) => parseTemplate(word, isRequestPlaceholder))
  return createAskedSource(
    {
      type: 'redis',
      isEnabled: enable,
      otherwise: 'nomatch',
      failure: 'query_redis_error',
      open: () => openRedis(document, services),
      async find(backend, request, node) {
        const command = words.map((word) => renderTemplate(word, (name) => requestValue(request, name)))
        return rulesFinding(toRows(await backend.ask(command, node)), request, services.test)
      },
    },
    services,
  )
}

function toRows(reply: unknown): PlainObject[] {
  return toPairs(reply).map(([topic, value]) => ({
    permission: 'allow',
    topic: String(topic),
    ...parseRule(String(value)),
  }))
}

/** Redis returns a hash as an object, as a map, or as a list that alternates fields and values. */
function toPairs(reply: unknown): (readonly [unknown, unknown])[] {
  if (Array.isArray(reply)) {
    const items: readonly unknown[] = reply
    return items.flatMap((field, at) => (at % 2 === 0 ? [[field, items[at + 1]] as const] : []))
  }
  if (reply instanceof Map) return [...reply]
  return isPlainObject(reply) ? Object.entries(reply) : []
}

function parseRule(text: string): PlainObject {
  if (actions.includes(text)) return { action: text }
  try {
    const value: unknown = JSON.parse(text)
    if (!isPlainObject(value)) return {}
    const { action, qos, retain } = value
    return { action, qos, retain }
  } catch {
    // The text is not a rule; the row is skipped because it has no action.
    return {}
  }
}
