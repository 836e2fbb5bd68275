import { type TopicMetric, topicMetrics } from '@brokerdeck/contract/diagnose/topic-metrics.ts'
import { refusal } from '../../http/api-refusal.ts'
import { apiResource } from '../../http/api-resource.ts'
import { formatSeconds } from '../../http/timestamp.ts'
import type { CounterName } from './topic-counters.ts'
import type { CountedTopic } from './topic-metrics.ts'
import { TopicMetrics } from './topic-metrics.ts'

function toRow({ topic, createdAt, figures }: CountedTopic): TopicMetric {
  const count = (name: CounterName) => figures.get(name)?.count ?? 0
  const rate = (name: CounterName) => Math.round((figures.get(name)?.rate ?? 0) * 1000) / 1000
  return {
    topic,
    create_time: formatSeconds(Math.floor(createdAt / 1000)),
    metrics: {
      'messages.in.count': count('in'),
      'messages.in.rate': rate('in'),
      'messages.out.count': count('out'),
      'messages.out.rate': rate('out'),
      'messages.dropped.count': count('dropped'),
      'messages.dropped.rate': rate('dropped'),
      'messages.qos0.in.count': count('qos0.in'),
      'messages.qos0.in.rate': rate('qos0.in'),
      'messages.qos0.out.count': count('qos0.out'),
      'messages.qos0.out.rate': rate('qos0.out'),
      'messages.qos1.in.count': count('qos1.in'),
      'messages.qos1.in.rate': rate('qos1.in'),
      'messages.qos1.out.count': count('qos1.out'),
      'messages.qos1.out.rate': rate('qos1.out'),
      'messages.qos2.in.count': count('qos2.in'),
      'messages.qos2.in.rate': rate('qos2.in'),
      'messages.qos2.out.count': count('qos2.out'),
      'messages.qos2.out.rate': rate('qos2.out'),
    },
  }
}

function oneOrRefuse(topic: string, { topicMetrics }: { readonly topicMetrics: TopicMetrics }): CountedTopic {
  const found = topicMetrics.get(topic)
  if (found === undefined) throw refusal(404, 'TOPIC_NOT_FOUND', 'Topic not found')
  return found
}

export const topicMetricsApi = apiResource({
  endpoints: topicMetrics,
  uses: ['clock', 'cluster', 'config'],
  state: (pieces) => ({ topicMetrics: new TopicMetrics(pieces) }),
  handlers: {
    list: (_received, { topicMetrics }) => ({ status: 200, body: topicMetrics.list().map(toRow) }),

    async add({ body: { topic } }, call) {
      if (topic === '') throw refusal(400, 'BAD_REQUEST', 'Topic can not be empty')
      await call.topicMetrics.add(topic)
      return { status: 200, body: toRow(oneOrRefuse(topic, call)) }
    },

    reset({ body: { topic } }, call) {
      if (topic !== undefined) oneOrRefuse(topic, call)
      call.topicMetrics.reset(topic)
      if (topic === undefined) return { status: 200, body: call.topicMetrics.list().map(toRow) }
      return { status: 200, body: toRow(oneOrRefuse(topic, call)) }
    },

    get: ({ params: { topic } }, call) => ({ status: 200, body: toRow(oneOrRefuse(topic, call)) }),

    async remove({ params: { topic } }, call) {
      oneOrRefuse(topic, call)
      await call.topicMetrics.remove(topic)
      return { status: 204, body: undefined }
    },
  },
})
