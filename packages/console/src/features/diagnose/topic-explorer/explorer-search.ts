import * as v from 'valibot'
import { topicSources } from '#features/diagnose/topic-explorer/model/topic-node.ts'
import type { DataPath } from '#lib/data-tree/data-path.ts'

export const detailTabs = ['message', 'history', 'chart', 'subscribers'] as const

/** Parses the state that a link restores. */
export const explorerSearchSchema = v.object({
  topic: v.fallback(v.optional(v.string()), undefined),
  q: v.fallback(v.optional(v.string(), ''), ''),
  show: v.fallback(v.optional(v.picklist(['all', ...topicSources]), 'all'), 'all'),
  sort: v.fallback(v.optional(v.picklist(['name', 'activity']), 'name'), 'name'),
  tab: v.fallback(v.optional(v.picklist(detailTabs), 'message'), 'message'),
  /** The path to the charted number, as a JSON array of its steps. */
  path: v.fallback(v.optional(v.string()), undefined),
})
export type ExplorerSearch = v.InferOutput<typeof explorerSearchSchema>

const pathSchema = v.pipe(v.string(), v.parseJson(), v.array(v.union([v.string(), v.number()])))

export function parseFigurePath(text: string | undefined): DataPath | undefined {
  const parsed = v.safeParse(pathSchema, text)
  return parsed.success ? parsed.output : undefined
}
