import { startCluster } from '@brokerdeck/embedded-broker/testing/start-cluster.ts'
import { expect, onTestFinished, vi } from 'vitest'
import { connectWorker } from '#domain/mqtt-link/connect-worker.ts'
import { type ConnectionSettings, defaultSettings } from '#domain/mqtt-link/connection-settings.ts'
import type { PageMessage } from '#features/diagnose/test-client/engine/page-message.ts'
import {
  type WorkerMessage,
  workerMessageSchema,
} from '#features/diagnose/test-client/engine/worker-message.ts'
import { brokerSocket } from '#testing/broker-socket.ts'
import { InProcessWorker } from '#testing/in-process-worker.ts'

/** Starts a cluster, and a worker for one connection to it. */
export async function openEngine() {
  const cluster = await startCluster()
  vi.stubGlobal('WebSocket', brokerSocket(cluster))
  vi.stubGlobal('Worker', InProcessWorker)
  const told: WorkerMessage[] = []
  const worker = new Worker(new URL('../engine/test-client-worker.ts', import.meta.url), { type: 'module' })
  const port = connectWorker<PageMessage, WorkerMessage>(worker, workerMessageSchema, (message) =>
    told.push(message),
  )
  onTestFinished(() => port.close())
  const connect = (
    change: Partial<ConnectionSettings> = {},
    password?: string,
    url = `ws://${location.host}/mqtt`,
  ) => {
    const settings = { ...defaultSettings('probe', location), ...change }
    port.send({
      type: 'connect',
      request: { url, settings, ...(password === undefined ? {} : { password }) },
    })
  }
  /** Waits for a message that matches. */
  const eventually = (expected: object) =>
    vi.waitFor(() => expect(told).toContainEqual(expect.objectContaining(expected)), 15_000)
  const phase = (name: string) =>
    eventually({ type: 'state', state: expect.objectContaining({ phase: name }) })
  return { cluster, port, told, connect, eventually, phase }
}
