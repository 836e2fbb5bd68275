import { ErrorWithReasonCode } from 'mqtt'
import type { Cluster } from '../mqtt/node/cluster.ts'
import { connectClient, type TestClientOptions } from './connect-client.ts'

/** Resolves with the reason code that a client receives; 0 if it was accepted, and has disconnected again. */
export async function tryConnect(cluster: Cluster, options: TestClientOptions = {}): Promise<number> {
  try {
    const client = await connectClient(cluster, options)
    await client.endAsync(true)
    return 0
  } catch (error) {
    if (error instanceof ErrorWithReasonCode) return error.code
    throw error
  }
}
