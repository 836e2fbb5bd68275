import type { ApiSource } from './api-source.ts'
import { probeBroker } from './broker-probe.ts'
import type { ClusterSource } from './options.ts'
import { proxyPlugin } from './proxy-plugin.ts'
import { StartError } from './start-error.ts'
import { openUpstream } from './upstream.ts'

function spell(url: URL): string {
  return url.href.replace(/\/$/, '')
}

/** A cluster that cannot be reached is no reason not to start: the page says so until it comes back. */
export async function openClusterSource(source: ClusterSource, basePath: string): Promise<ApiSource> {
  const upstream = openUpstream(source.url, source)
  const webSocket = openUpstream(source.webSocketUrl, source)
  const probe = await probeBroker(upstream)
  if (probe.kind === 'other') {
    upstream.close()
    throw new StartError(
      'NOT_AN_EMQX_API',
      `--broker ${spell(source.url)} answers, but is not an EMQX 5 API: ${probe.reason}`,
    )
  }
  const state = probe.kind === 'emqx' ? '' : `\n(${probe.reason}; the console says so until it comes back)`
  return {
    mode: 'cluster',
    brokerName: source.url.host,
    api: async (app) => {
      await app.register(proxyPlugin, { upstream, basePath })
    },
    mqttTarget: () => webSocket,
    facts: [
      ['Cluster', `${spell(source.url)}${state}`],
      ['Sign in', 'with a user of the cluster'],
      ['MQTT', `over WebSocket through the console, to ${spell(source.webSocketUrl)}`],
    ],
    close: async () => {
      upstream.close()
      webSocket.close()
    },
  }
}
