import { resolve } from 'node:path'
import { createEmbeddedBroker, type EmbeddedBroker } from '@brokerdeck/embedded-broker/embedded-broker.ts'
import { isLoopback, reachableBind } from '@brokerdeck/embedded-broker/listen/loopback.ts'
import { startSampleFleet } from '@brokerdeck/embedded-broker/sample-fleet.ts'
import { defaultPassword, defaultUser } from '@brokerdeck/embedded-broker/system/users/users.ts'
import { collectWhenQuiet } from '#lib/collect-when-quiet.ts'
import { StartError } from '#lib/start-error.ts'
import type { EmbeddedSource } from '#options/source-options.ts'
import { openUpstream, type Upstream } from '#proxy/upstream.ts'
import type { ApiSource } from './api-source.ts'

type Node = EmbeddedBroker['context']['cluster']['nodes'][number]

/**
 * Returns the address at which clients on this machine reach the node: `127.0.0.1:11883`, followed by the path for
 * WebSocket.
 */
function findAddress(node: Node, type: 'tcp' | 'ws'): string | undefined {
  const open = node.listeners.filter(({ isRunning }) => isRunning)
  const listener = open.find(({ settings }) => settings.type === type)
  return listener && `${reachableBind(listener.bind)}${listener.settings.webSocket?.path ?? ''}`
}

function mqttTarget(broker: EmbeddedBroker, name: string | undefined): Upstream | undefined {
  const { nodes } = broker.context.cluster
  const node =
    name === undefined ? nodes.find((one) => one.isRunning) : nodes.find((one) => one.name === name)
  const address = node?.isRunning === true ? findAddress(node, 'ws') : undefined
  return address === undefined ? undefined : openUpstream(new URL(`ws://${address}`), { insecureTls: false })
}

/**
 * Converts an error of the start: a listen error stays as it is, since the caller knows its option; file errors
 * concern the data directory.
 */
function readProblem(error: unknown, dataDir: string): unknown {
  if (!(error instanceof Error)) return error
  const syscall = 'syscall' in error && typeof error.syscall === 'string' ? error.syscall : ''
  if (syscall === 'listen' || syscall === 'getaddrinfo') return error
  const isAboutFiles =
    syscall !== '' || ['DamagedStore', 'LockedStore', 'FailedStore', 'UnreadableRecord'].includes(error.name)
  return isAboutFiles ? new StartError('DATA_DIR_UNUSABLE', `--data-dir ${dataDir}: ${error.message}`) : error
}

function open(source: EmbeddedSource, host: string, listen: boolean): Promise<EmbeddedBroker> {
  const dataDir = resolve(source.dataDir)
  const { nodes, mqttPort, wsPort, adminPassword, edition } = source
  const own = adminPassword === undefined ? {} : { adminPassword }
  return createEmbeddedBroker({ nodes, dataDir, host, mqttPort, wsPort, edition, listen, ...own }).catch(
    (error: unknown) => {
      throw readProblem(error, dataDir)
    },
  )
}

/** Refuses to expose the default password; the check runs before any port is opened. */
async function refuseExposure(source: EmbeddedSource, host: string): Promise<void> {
  const password = source.adminPassword ?? defaultPassword
  if (isLoopback(host) || password !== defaultPassword) return
  const broker = await open(source, host, false)
  const isExposed = await broker.context.users.matches(defaultUser, defaultPassword)
  await broker.close()
  if (!isExposed) return
  throw new StartError(
    'DEFAULT_PASSWORD_EXPOSED',
    `--host ${host} can be reached from other machines while ${defaultUser} has the default password; set another with --admin-password`,
  )
}

/**
 * Sets the administrator's password. The option replaces the default password at any start, but never a password that
 * the administrator chose.
 */
async function settlePassword(broker: EmbeddedBroker, wanted: string | undefined): Promise<string> {
  const { users } = broker.context
  const isDefault = await users.matches(defaultUser, defaultPassword)
  if (wanted === undefined || wanted === defaultPassword) return isDefault ? defaultPassword : 'as set'
  if (isDefault) await users.setPassword(defaultUser, wanted)
  return (await users.matches(defaultUser, wanted))
    ? 'as set'
    : 'as set in the console\n(--admin-password only replaces the default one)'
}

export async function openEmbeddedSource(source: EmbeddedSource, host: string): Promise<ApiSource> {
  await refuseExposure(source, host)
  const broker = await open(source, host, true)
  const password = await settlePassword(broker, source.adminPassword)
  const fleet = source.hasSampleFleet ? startSampleFleet(broker.context) : undefined
  const stopCollecting = collectWhenQuiet()
  const { cluster } = broker.context
  const addresses = (type: 'tcp' | 'ws') => cluster.nodes.flatMap((node) => findAddress(node, type) ?? [])
  const mqtt = [
    ...addresses('tcp').map((address) => `mqtt://${address}`),
    ...addresses('ws').map((address) => `ws://${address}`),
  ]
  return {
    mode: 'embedded',
    brokerName: cluster.name,
    api: broker.plugin,
    mqttTarget: (node) => mqttTarget(broker, node),
    addresses: () => [],
    faults: () => broker.context.faults.counts,
    whyNotReady: async () => undefined,
    facts: [
      ['Sign in', `user ${defaultUser}, password ${password}`],
      ['MQTT', mqtt.join('\n')],
      ['Data', resolve(source.dataDir)],
    ],
    close: async () => {
      stopCollecting()
      await fleet?.stop()
      await broker.close()
    },
  }
}
