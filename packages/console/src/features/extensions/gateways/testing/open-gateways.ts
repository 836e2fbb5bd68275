import { connectStomp } from '@brokerdeck/embedded-broker/gateways/testing/stomp-client.ts'
import { freePort } from '@brokerdeck/embedded-broker/testing/free-port.ts'
import type { TestBroker } from '@brokerdeck/embedded-broker/testing/test-broker.ts'
import { type RenderedApp, type RenderOptions, renderApp } from '#testing/render-app.ts'

const listener = { type: 'tcp', name: 'default', bind: '61613', max_connections: 1000 }

/** Sets up STOMP, and no other gateway. */
export async function stompGateway({ ask }: TestBroker): Promise<void> {
  await ask('PUT', '/gateways/stomp', { mountpoint: 'st/', listeners: [listener] })
}

export const openGateways = (path: string, options: RenderOptions = {}): Promise<RenderedApp> =>
  renderApp(path, { edition: 'enterprise', arrange: stompGateway, ...options })

/** Sets up STOMP with a listener, and connects two clients: till and lamp. */
export async function connectedStomp({ ask }: TestBroker): Promise<void> {
  const bind = `127.0.0.1:${await freePort()}`
  const clientinfo_override = { clientid: `\${Packet.headers.client-id}` }
  await ask('PUT', '/gateways/stomp', { clientinfo_override, listeners: [{ ...listener, bind }] })
  const port = Number(bind.split(':')[1])
  await connectStomp(port, { login: 'amy', passcode: 'x', 'client-id': 'till' })
  await connectStomp(port, { login: 'bob', passcode: 'x', 'client-id': 'lamp' })
}
