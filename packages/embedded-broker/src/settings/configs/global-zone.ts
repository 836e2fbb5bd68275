import { required, struct } from '@brokerdeck/contract/description/schema.ts'
import type { GlobalZone } from '@brokerdeck/contract/settings/mqtt-config.ts'
import type { Config } from '../../config/config.ts'
import { configOrRefuse, refusalOf } from '../../config/config-or-refuse.ts'
import { fault } from '../../config/fault.ts'
import { isPlainObject } from '../../config/plain-object.ts'
import { mqttRoot } from '../../config/roots/mqtt-root.ts'
import {
  durableSessionsRoot,
  flappingDetectRoot,
  forceGcRoot,
  forceShutdownRoot,
} from '../../config/roots/zone-roots.ts'
import { overFirstLevel } from './over-first-level.ts'

/** In the order in which the broker misses them. */
const roots = [mqttRoot, flappingDetectRoot, forceShutdownRoot, forceGcRoot, durableSessionsRoot] as const

const zone = struct(
  'emqx:zone',
  Object.fromEntries(roots.map(({ name, schema }) => [name, required(schema)])),
)

export function globalZone(config: Config): GlobalZone {
  return {
    mqtt: config.shown(mqttRoot),
    flapping_detect: config.shown(flappingDetectRoot),
    force_shutdown: config.shown(forceShutdownRoot),
    force_gc: config.shown(forceGcRoot),
    durable_sessions: config.shown(durableSessionsRoot),
  }
}

/** All roots or none: the first that is missing is named, without `root` before it. */
export async function putGlobalZone(config: Config, body: unknown): Promise<GlobalZone> {
  const given = isPlainObject(body) ? body : {}
  const missing = roots.find(({ name }) => !Object.hasOwn(given, name))
  if (missing !== undefined) throw refusalOf([fault([missing.name], 'required_field')])
  configOrRefuse(zone, given, [])
  const durable = { durable_sessions: overFirstLevel(config, 'durable_sessions', given['durable_sessions']) }
  const documents: Readonly<Record<string, unknown>> = { ...given, ...durable }
  const changed: string[] = []
  for (const { name } of roots) {
    const now = await config.verify(name, documents[name], { at: [name] })
    // Only what changes is written, so that only those who listen to it are disturbed.
    if (JSON.stringify(now) !== JSON.stringify(config.document(name))) changed.push(name)
  }
  for (const name of changed) await config.put(name, documents[name], { at: [name] })
  return globalZone(config)
}
