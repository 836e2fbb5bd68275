import type { AutoSubscription } from '@brokerdeck/contract/settings/auto-subscribe.ts'
import type { Config } from '../../config/config.ts'
import { autoSubscribeRoot } from '../../config/roots/topic-roots.ts'
import type { Cluster, Session } from '../../mqtt/node/cluster.ts'

function topicFor(written: string, session: Session): string {
  const values: Readonly<Record<string, string>> = {
    '${clientid}': session.clientid,
    '${username}': session.username ?? 'undefined',
    '${host}': session.ipAddress,
    '${port}': String(session.port),
  }
  return written.replaceAll(/\$\{(?:clientid|username|host|port)\}/g, (name) => values[name] ?? name)
}

/**
 * Subscribes every connecting client to the topics that the operator has configured. Returns a function that stops
 * this.
 */
export function autoSubscribe(cluster: Cluster, config: Config): () => void {
  let topics: readonly AutoSubscription[] = config.get(autoSubscribeRoot).topics
  const stopReading = config.onChange(autoSubscribeRoot, (now) => {
    topics = now.topics
  })
  const stopWatching = cluster.on('connected', ({ session }) => {
    for (const { topic, ...options } of topics) {
      cluster.subscribe(session.clientid, topicFor(topic, session), options)
    }
  })
  return () => {
    stopReading()
    stopWatching()
  }
}
