import { retainer } from '@brokerdeck/contract/traffic/retainer.ts'
import { canAddress } from '@brokerdeck/contract/wire.ts'
import { isGone } from '#api/errors.ts'
import { request } from '#api/http.ts'
import { askRetained } from '#domain/broker-message/ask-retained.ts'
import { mostRetained, retainedContext } from './lab-message.ts'

/** Retained messages that filters cover, with their payloads. Problems are thrown. */
export async function takeRetained(
  filters: readonly string[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const topics = new Set<string>()
  for (const filter of filters) {
    const { data } = await askRetained(filter, { page: 1, limit: mostRetained }, signal)
    for (const { topic } of data) if (canAddress(topic)) topics.add(topic)
  }
  const contexts: string[] = []
  for (const topic of [...topics].slice(0, mostRetained)) {
    try {
      const message = await request(retainer.getMessage, { params: { topic } }, { signal })
      // The broker withholds what is too long.
      if (message.payload === undefined) continue
      contexts.push(retainedContext(message, message.payload))
    } catch (error) {
      // Cleared since it was listed.
      if (!isGone(error)) throw error
    }
  }
  return contexts
}
