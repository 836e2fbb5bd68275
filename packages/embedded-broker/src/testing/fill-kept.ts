import fc from 'fast-check'
import { apiResources } from '../api-resources.ts'
import type { EmbeddedBroker } from '../embedded-broker.ts'
import { arbitraryDocument } from './arbitrary-document.ts'

/** The resources whose documents are only kept: properties that all of them share are tested for all at once. */
export const keptResources = Object.values(apiResources).flatMap((one) =>
  one.kind === 'keeps only' ? [one] : [],
)

/** Stores for each of these resources the first accepted documents of its description. */
export async function fillKept({ context }: EmbeddedBroker): Promise<void> {
  for (const { roots, own } of keptResources) {
    const { kept } = own(context)
    for (const root of roots) {
      for (const document of fc.sample(arbitraryDocument(root.schema), { seed: 1, numRuns: 100 })) {
        if (kept.list().length === 0) await context.config.put(root.name, document).catch(() => undefined)
      }
      if (kept.list().length === 0) throw new Error(`no document of ${root.name} is accepted`)
    }
  }
}
