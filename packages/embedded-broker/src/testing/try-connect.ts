import { ErrorWithReasonCode } from 'mqtt'
import type { Cluster } from '../mqtt/node/cluster.ts'
import { connectClient, type TestClientOptions } from './connect-client.ts'

/** The reason code that a client is answered with; 0 if it was let in, and has left again. */
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
