import type { Handlers } from '@brokerdeck/contract/endpoint.ts'
import { parseShared } from '@brokerdeck/contract/topic.ts'
import type { topics as contract } from '@brokerdeck/contract/topics.ts'
import type { ApiCall } from '../http/api-call.ts'
import { refusal } from '../http/api-refusal.ts'
import type { Route } from '../mqtt/cluster.ts'
import { pageOf } from './page.ts'

const filterOf = (route: Route): string => parseShared(route.topic).filter
const isShared = (route: Route): boolean => parseShared(route.topic).group !== undefined
const toTopic = ({ topic, node }: Route) => ({ topic, node })

export const topics: Handlers<typeof contract, ApiCall> = {
  list({ query }, { world }) {
    const { topic, node } = query
    const found = [...world.cluster.routes()].filter(
      (route) =>
        (topic === undefined || route.topic === topic || filterOf(route) === topic) &&
        // With a node the broker hides shared subscriptions.
        (node === undefined || (route.node === node && !isShared(route))),
    )
    return { status: 200, body: pageOf(found, query, toTopic) }
  },

  get({ params }, { world }) {
    const found = [...world.cluster.routes()].filter((route) => filterOf(route) === params.topic)
    if (found.length === 0) throw refusal(404, 'TOPIC_NOT_FOUND', 'Topic not found')
    return { status: 200, body: found.map(toTopic) }
  },
}
