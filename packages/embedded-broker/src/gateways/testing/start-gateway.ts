import { onTestFinished } from 'vitest'
import type { PlainObject } from '../../config/plain-object.ts'
import { plainListener } from '../../listen/listener-settings.ts'
import { noRights, type Rights } from '../../mqtt/client/rights.ts'
import type { Cluster } from '../../mqtt/node/cluster.ts'
import { Faults } from '../../runtime/faults.ts'
import { type ManualClock, manualClock } from '../../testing/manual-clock.ts'
import { startCluster } from '../../testing/start-cluster.ts'
import type { GatewayEngine } from '../gateway-engine.ts'
import type { GatewayCredentials } from '../gateway-node.ts'
import { RunningGateway } from '../running-gateway.ts'

export interface TestGateway {
  readonly cluster: Cluster
  readonly clock: ManualClock
  readonly gateway: RunningGateway
  /** The port of the listener on the first node, whose host is `127.0.0.1`. */
  readonly port: number
  readonly logged: readonly string[]
}

interface GatewayOptions {
  readonly type: 'tcp' | 'udp'
  readonly id: string
  readonly authenticate?: (who: GatewayCredentials) => Rights | undefined
}

/** Starts a gateway with one listener on a free port of this machine, on a cluster of two nodes. */
export async function startGateway(
  engine: GatewayEngine,
  document: PlainObject,
  { type, id, authenticate = () => noRights }: GatewayOptions,
): Promise<TestGateway> {
  const cluster = await startCluster({ listen: true })
  const clock = manualClock()
  const logged: string[] = []
  const gateway = new RunningGateway(engine, document, {
    cluster,
    clock,
    faults: new Faults(),
    authenticate: async (who) => authenticate(who),
    log: (_level, message) => void logged.push(message),
  })
  onTestFinished(() => gateway.close())
  const plain = plainListener('tcp', { host: undefined, port: 0 })
  await gateway.apply({ ...plain, id, type, mountpoint: '', authenticates: true })
  const port = Number(gateway.listeners()[0]?.bind.split(':').at(-1))
  return { cluster, clock, gateway, port, logged }
}
