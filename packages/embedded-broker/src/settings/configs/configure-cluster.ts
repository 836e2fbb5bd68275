import type * as v from 'valibot'
import type { Config } from '../../config/config.ts'
import type { ConfigRoot } from '../../config/config-root.ts'
import { limiterRoot, sysTopicsRoot } from '../../config/roots/broker-roots.ts'
import { delayedRoot } from '../../config/roots/delayed-root.ts'
import { mqttRoot } from '../../config/roots/mqtt-root.ts'
import { retainerRoot } from '../../config/roots/retainer-root.ts'
import { rewriteRoot } from '../../config/roots/topic-roots.ts'
import { forceShutdownRoot } from '../../config/roots/zone-roots.ts'
import { refusal } from '../../http/api-refusal.ts'
import type { Cluster } from '../../mqtt/cluster.ts'
import type { BrokerSettings } from '../../mqtt/settings.ts'
import { topicRewriters } from '../topics/topic-rewriter.ts'
import {
  delayedSettingsOf,
  forceShutdownSettingsOf,
  limiterSettingsOf,
  mqttSettingsOf,
  retainerSettingsOf,
  sysTopicSettingsOf,
} from './mqtt-settings-of.ts'

/** Lets the cluster do what the configuration says, now and after every change. Returns how to stop. */
export function configureCluster(cluster: Cluster, config: Config): () => void {
  const stops: (() => void)[] = []
  function follow<Shape extends v.GenericSchema>(
    root: ConfigRoot<Shape>,
    read: (document: v.InferOutput<Shape>) => Partial<BrokerSettings>,
  ): void {
    cluster.configure(read(config.get(root)))
    stops.push(config.onChange(root, (now) => cluster.configure(read(now))))
  }
  follow(mqttRoot, (document) => ({ mqtt: mqttSettingsOf(document) }))
  follow(forceShutdownRoot, (document) => ({ forceShutdown: forceShutdownSettingsOf(document) }))
  follow(sysTopicsRoot, (document) => ({ sysTopics: sysTopicSettingsOf(document) }))
  follow(retainerRoot, (document) => ({ retainer: retainerSettingsOf(document) }))
  follow(delayedRoot, (document) => ({ delayed: delayedSettingsOf(document) }))
  stops.push(
    config.guard(delayedRoot, ({ max_delayed_messages: max }) => {
      if (max < 0) throw refusal(400, 'BAD_REQUEST', 'Max delayed must be equal or greater than 0')
    }),
  )
  follow(limiterRoot, (document) => ({ limiter: limiterSettingsOf(document) }))
  follow(rewriteRoot, (document) => ({ rewrite: topicRewriters(document) }))
  return () => {
    for (const stop of stops) stop()
  }
}
