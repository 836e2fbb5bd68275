import type { Config } from '../config/config.ts'
import { logRoot } from '../config/roots/log-root.ts'
import type { Cluster, Session } from '../mqtt/node/cluster.ts'
import type { Faults } from '../runtime/faults.ts'
import { BrokerLog, type BrokerLogOptions } from './broker-log.ts'

interface KeepLogDeps extends BrokerLogOptions {
  readonly cluster: Cluster
  readonly config: Config
  readonly faults: Faults
}

const whose = (session: Session) => ({
  clientid: session.clientid,
  username: session.username,
  peername: `${session.ipAddress}:${session.port}`,
  node: session.node,
})

/** Opens the broker's log, which records the events of the cluster. `stop` writes the remaining lines. */
export function keepLog({ cluster, config, faults, ...options }: KeepLogDeps): {
  readonly log: BrokerLog
  readonly stop: () => Promise<void>
} {
  const log = new BrokerLog(config.get(logRoot), options)
  // The first fault of each place in a window is written, and then the number of the others.
  faults.onFault(({ place, subject, error }) =>
    log.write({
      level: 'error',
      message: `fault_in_${place}`,
      isThrottled: true,
      details: { subject, reason: describeError(error) },
    }),
  )
  const stops = [
    config.onChange(logRoot, (now) => log.configure(now)),
    ...config.roots.map((root) =>
      config.onChange(root, () =>
        log.write({ level: 'notice', message: 'config_updated', details: { root: root.name } }),
      ),
    ),
    ...watchCluster(cluster, log),
  ]
  return {
    log,
    async stop() {
      for (const stop of stops) stop()
      await log.close()
    },
  }
}

/** The stack is included, because a fault is a bug that has to be located in the code. */
const describeError = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message).slice(0, 2000) : String(error).slice(0, 2000)

function watchCluster(cluster: Cluster, log: BrokerLog): readonly (() => void)[] {
  return [
    cluster.on('connected', ({ session }) => {
      const details = { ...whose(session), listener: session.listener }
      log.write({ level: 'info', message: 'client_connected', details })
    }),
    cluster.on('disconnected', ({ session, reason }) =>
      log.write({ level: 'info', message: 'client_disconnected', details: { ...whose(session), reason } }),
    ),
    cluster.on('subscribed', ({ session, subscription: { topic, qos } }) =>
      log.write({
        level: 'debug',
        message: 'subscribed',
        details: { clientid: session.clientid, topic, qos },
      }),
    ),
    cluster.on('unsubscribed', ({ session, subscription: { topic } }) =>
      log.write({ level: 'debug', message: 'unsubscribed', details: { clientid: session.clientid, topic } }),
    ),
    cluster.on('published', ({ message, node }) => {
      if (message.isSys || !log.takes('debug')) return
      const { topic, qos, retain, fromClientid: clientid, payload } = message
      log.write({
        level: 'debug',
        message: 'publish',
        details: { clientid, topic, qos, retain, node },
        payload,
      })
    }),
    cluster.on('dropped', ({ message, reason, clientid }) => {
      if (reason !== 'queue_full' && reason !== 'too_large') return
      const details = { topic: message.topic, clientid }
      log.write({ level: 'warning', message: `message_dropped_${reason}`, details, isThrottled: true })
    }),
    cluster.on('node-started', ({ node }) =>
      log.write({ level: 'notice', message: 'node_started', details: { node } }),
    ),
    cluster.on('node-stopped', ({ node }) =>
      log.write({ level: 'warning', message: 'node_stopped', details: { node } }),
    ),
    cluster.on('storage-failed', ({ error }) =>
      log.write({ level: 'critical', message: 'storage_failed', details: { reason: error.message } }),
    ),
  ]
}
