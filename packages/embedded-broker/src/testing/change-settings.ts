import type { BrokerSettings } from '../mqtt/client/settings.ts'
import type { Cluster } from '../mqtt/node/cluster.ts'

type Changes = { readonly [Part in keyof BrokerSettings]?: Partial<BrokerSettings[Part]> }

/** Changes some settings of a running cluster, and leaves all others unchanged. */
export function changeSettings(cluster: Cluster, changes: Changes): void {
  const { settings } = cluster
  cluster.configure({
    mqtt: { ...settings.mqtt, ...changes.mqtt },
    forceShutdown: { ...settings.forceShutdown, ...changes.forceShutdown },
    sysTopics: { ...settings.sysTopics, ...changes.sysTopics },
    retainer: { ...settings.retainer, ...changes.retainer },
    delayed: { ...settings.delayed, ...changes.delayed },
    limiter: { ...settings.limiter, ...changes.limiter },
    rewrite: { ...settings.rewrite, ...changes.rewrite },
  })
}
