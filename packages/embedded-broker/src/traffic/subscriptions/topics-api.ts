import { topics } from '@brokerdeck/contract/traffic/topics.ts'
import { parseShared } from '@brokerdeck/languages/topic.ts'
import { refusal } from '../../http/api-refusal.ts'
import { apiResource } from '../../http/api-resource.ts'
import { pageOfMany, toPage } from '../../http/page.ts'
import type { Route } from '../../mqtt/node/cluster.ts'

const toTopic = ({ topic, node }: Route) => ({ topic, node })

export const topicsApi = apiResource({
  endpoints: topics,
  uses: ['cluster'],
  handlers: {
    list({ query }, { cluster }) {
      const { topic, node } = query
      // If a node is given, the broker hides shared subscriptions.
      const all = node === undefined ? cluster.routes() : cluster.directRoutes(node)
      if (topic === undefined) return { status: 200, body: pageOfMany(all, query, toTopic, all.size) }
      const found = cluster.routesTo(topic).filter((route) => all.has(route))
      return { status: 200, body: toPage(found, query, toTopic) }
    },

    get({ params }, { cluster }) {
      const found = cluster
        .routesTo(params.topic)
        .filter(({ topic }) => parseShared(topic).filter === params.topic)
      if (found.length === 0) throw refusal(404, 'TOPIC_NOT_FOUND', 'Topic not found')
      return { status: 200, body: found.map(toTopic) }
    },
  },
})
