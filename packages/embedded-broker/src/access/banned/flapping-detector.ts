import { parseDuration } from '@brokerdeck/contract/measures.ts'
import type { FlappingDetectConfig } from '@brokerdeck/contract/settings/mqtt-config.ts'
import type { Config } from '../../config/config.ts'
import { flappingDetectRoot } from '../../config/roots/zone-roots.ts'
import type { Cluster } from '../../mqtt/node/cluster.ts'
import { banMatcher } from './ban-matcher.ts'
import type { Banned } from './banned.ts'

/** The disconnect reasons that a client causes itself; being kicked out or taken over is not among them. */
const ownEnds: ReadonlySet<string> = new Set(['normal', 'disconnect_with_will', 'tcp_closed'])
interface Count {
  readonly since: number
  ends: number
}

interface FlappingDetectorDeps {
  readonly cluster: Cluster
  readonly banned: Banned
  readonly config: Config
  readonly now: () => number
  readonly onFailure: (error: unknown) => void
  /**
   * The maximum number of clients that are watched at a time, since every invented client id adds one; when it is
   * reached, all counts are cleared.
   */
  readonly maxWatched?: number
}

/** Bans clients that connect and disconnect too often. Returns a function that stops the detection. */
export function detectFlapping(parts: FlappingDetectorDeps): () => void {
  const { cluster, banned, config, now, onFailure, maxWatched = 10_000 } = parts
  let rules: FlappingDetectConfig = config.get(flappingDetectRoot)
  const counts = new Map<string, Count>()
  const stopReading = config.onChange(flappingDetectRoot, (changed) => {
    rules = changed
    counts.clear()
  })
  const stopWatching = cluster.on('disconnected', ({ session, reason }) => {
    if (!rules.enable || !ownEnds.has(reason)) return
    const { clientid } = session
    const window = parseDuration(rules.window_time) ?? 0
    const before = counts.get(clientid)
    const isOld = before === undefined || now() - before.since > window
    const count = isOld ? { since: now(), ends: 0 } : before
    count.ends++
    if (count.ends < rules.max_count) {
      if (counts.size >= maxWatched) counts.clear()
      counts.set(clientid, count)
      return
    }
    counts.delete(clientid)
    ban(clientid).catch(onFailure)
  })

  async function ban(clientid: string): Promise<void> {
    const matches = banMatcher('clientid', clientid)
    if (typeof matches !== 'function') return
    const at = Math.floor(now() / 1000)
    const until = at + Math.round((parseDuration(rules.ban_time) ?? 0) / 1000)
    const why = { by: 'flapping detector', reason: 'flapping is detected' }
    await banned.add({ as: 'clientid', who: clientid, ...why, at, until }, matches)
  }

  return () => {
    stopReading()
    stopWatching()
  }
}
