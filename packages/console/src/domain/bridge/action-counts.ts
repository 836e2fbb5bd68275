import { parseExposition } from '#lib/exposition.ts'

/** The counters of an action, summed over all nodes, and its current queue. */
export interface ActionCounts {
  /** The id, such as `http:post_it`. */
  readonly id: string
  readonly matched: number
  readonly dropped: number
  readonly queuing: number
  readonly inflight: number
}

/**
 * Returns the counts of all actions from a response of `/prometheus/data_integration`. It contains no counts of
 * sources.
 */
export function actionCounts(text: string): readonly ActionCounts[] {
  const families = new Map(parseExposition(text).map(({ name, samples }) => [name, samples]))
  const of = (counter: string) =>
    new Map(families.get(`emqx_action_${counter}`)?.map(({ labels, value }) => [labels['id'], value]))
  const [dropped, queuing, inflight] = [of('dropped'), of('queuing'), of('inflight')]
  return [...of('matched')].flatMap(([id, matched]) =>
    id === undefined
      ? []
      : [
          {
            id,
            matched,
            dropped: dropped.get(id) ?? 0,
            queuing: queuing.get(id) ?? 0,
            inflight: inflight.get(id) ?? 0,
          },
        ],
  )
}
