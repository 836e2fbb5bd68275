import { parseExposition } from '#lib/exposition.ts'

/** What an action counted on all nodes together, and what waits for it now. */
export interface ActionCounts {
  /** `http:post_it` */
  readonly id: string
  readonly matched: number
  readonly dropped: number
  readonly queuing: number
  readonly inflight: number
}

/** Of all actions, from one answer of `/prometheus/data_integration`. The broker tells nothing of sources there. */
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
