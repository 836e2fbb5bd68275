import { parseDuration } from '@brokerdeck/contract/measures.ts'
import type { AlarmConfig } from '@brokerdeck/contract/settings/sysmon-config.ts'
import type { Config } from '../../config/config.ts'
import { dashboardRoot } from '../../config/roots/dashboard-root.ts'
import { alarmRoot } from '../../config/roots/sysmon-root.ts'
import { durableSessionsRoot } from '../../config/roots/zone-roots.ts'
import { refusal } from '../../http/api-refusal.ts'
import type { BrokerLog } from '../../log/broker-log.ts'
import type { Alarm, AlarmChange, Alarms } from '../../monitoring/alarms/alarms.ts'
import type { Cluster } from '../../mqtt/node/cluster.ts'
import type { Tokens } from '../../system/login/tokens.ts'

interface Following {
  readonly alarms: Alarms
  readonly cluster: Cluster
  readonly config: Config
  readonly log: BrokerLog
  readonly tokens: Tokens
  readonly onFailure: (error: unknown) => void
}

/** Applies the configuration to alarms and tokens, now and after every change. Returns a function that stops this. */
export function followSettings({ alarms, cluster, config, log, tokens, onFailure }: Following): () => void {
  const life = () => tokens.liveFor(parseDuration(config.get(dashboardRoot).token_expired_time) ?? 0)
  let { actions } = config.get(alarmRoot)
  const keep = (now: AlarmConfig) => {
    actions = now.actions
    alarms.limit({ historySize: now.size_limit, validity: parseDuration(now.validity_period) ?? 0 })
  }
  life()
  keep(config.get(alarmRoot))
  const stops = [
    config.onChange(dashboardRoot, life),
    config.onChange(alarmRoot, keep),
    config.guard(durableSessionsRoot, (now, before) => {
      if (now.enable !== before.enable) throw refusal(400, 'UPDATE_FAILED', noHotUpdate)
    }),
    alarms.onChange((change, alarm) => {
      if (actions.includes('log')) logAlarm(log, change, alarm)
      if (actions.includes('publish')) publishAlarm(cluster, change, alarm).catch(onFailure)
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

const noHotUpdate =
  '#{<<"durable_sessions">> => {pre_config_update,emqx_persistent_message,"Hot update of durable_sessions.enable parameter is currently not supported"}}'

function logAlarm(log: BrokerLog, change: AlarmChange, { name, node, message: text }: Alarm): void {
  const details = { name, node, text }
  const level = change === 'activated' ? 'warning' : 'notice'
  log.write({ level, message: `alarm_is_${change}`, details })
}

/** Publishes an alarm to subscribers of `$SYS/brokers/+/alarms/#`, as EMQX does; times are in microseconds. */
async function publishAlarm(cluster: Cluster, change: AlarmChange, alarm: Alarm): Promise<void> {
  const { name, node, message, details, activatedAt, deactivatedAt } = alarm
  const payload = {
    name,
    message,
    details,
    activate_at: activatedAt * 1000,
    ...(deactivatedAt === undefined ? {} : { deactivate_at: deactivatedAt * 1000 }),
    activated: change === 'activated',
  }
  await cluster.publish({
    topic: `$SYS/brokers/${node}/alarms/${change === 'activated' ? 'activate' : 'deactivate'}`,
    payload: Buffer.from(JSON.stringify(payload)),
    qos: 0,
    retain: false,
  })
}
