import type { Endpoint } from '@brokerdeck/contract/endpoint.ts'
import { autoSubscribe } from '@brokerdeck/contract/settings/auto-subscribe.ts'
import { configs } from '@brokerdeck/contract/settings/configs.ts'
import { topicRewrite } from '@brokerdeck/contract/settings/topic-rewrite.ts'
import { delayed } from '@brokerdeck/contract/traffic/delayed.ts'
import { retainer } from '@brokerdeck/contract/traffic/retainer.ts'
import { unlessGone } from '#api/errors.ts'
import { isPlainObject } from '#kit/form/form-value.ts'
import type { AskCluster } from './ask.ts'
import { rootDocument, type SingleRoot, singleRoots } from './kind-in-file.ts'
import type { ConfigDocument } from './masked-config.ts'

const endpoints: Readonly<Record<SingleRoot, Endpoint>> = {
  alarm: configs.getAlarm,
  auto_subscribe: autoSubscribe.get,
  broker: configs.getBroker,
  dashboard: configs.getDashboard,
  delayed: delayed.getSettings,
  log: configs.getLog,
  retainer: retainer.getSettings,
  rewrite: topicRewrite.get,
  sys_topics: configs.getSysTopics,
  sysmon: configs.getSysmon,
}
const single: ReadonlyMap<string, Endpoint> = new Map(singleRoots.map((root) => [root, endpoints[root]]))

export const isOfZone = (root: string): boolean => !single.has(root)

/** Returns the path below `/api/v5`. */
export const pathOfRoot = (root: string): string => (single.get(root) ?? configs.getGlobalZone).path

/** Reads the settings by root of the configuration, as in a file. Roots that a broker lacks are left out. */
export async function readRoots(asked: AskCluster): Promise<readonly (readonly [string, ConfigDocument])[]> {
  const ask = (endpoint: Endpoint): Promise<unknown> => unlessGone(asked(endpoint, {}))
  // The zone is read first: all requests at once would exceed the number of listeners intended for one signal.
  const zone = await ask(configs.getGlobalZone)
  const rest = await Promise.all(
    [...single].map(async ([root, endpoint]) => [root, await ask(endpoint)] as const),
  )
  const all = [...(isPlainObject(zone) ? Object.entries(zone) : []), ...rest]
  return all.flatMap(([root, given]) => {
    const held = rootDocument(root, given)
    return held === undefined ? [] : [[root, held] as const]
  })
}

export async function readRoot(ask: AskCluster, root: string): Promise<ConfigDocument | undefined> {
  const known = single.get(root)
  const held: unknown =
    known === undefined
      ? new Map<string, unknown>(Object.entries(await ask(configs.getGlobalZone, {}))).get(root)
      : await unlessGone(ask(known, {}))
  return rootDocument(root, held)
}
