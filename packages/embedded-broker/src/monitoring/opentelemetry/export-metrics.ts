import { type ClientHttp2Session, connect } from 'node:http2'
import type { TelemetryConfig } from '@brokerdeck/contract/monitoring/opentelemetry.ts'
import { isPem } from '../../certificates/pem-text.ts'

const timeoutMs = 10_000
const path = '/opentelemetry.proto.collector.metrics.v1.MetricsService/Export'

/**
 * Exports metrics by one unary gRPC call, the only form of OTLP on port 4317. Rejects if the collector does not
 * accept them.
 */
export async function exportMetrics(exporter: TelemetryConfig['exporter'], request: Buffer): Promise<void> {
  const session = open(exporter)
  try {
    await call(session, exporter.headers, request)
  } finally {
    session.destroy()
  }
}

function open({ endpoint, ssl_options: tls }: TelemetryConfig['exporter']): ClientHttp2Session {
  const url = new URL(endpoint)
  if (tls.enable) url.protocol = 'https:'
  return connect(url.origin, {
    rejectUnauthorized: tls.verify === 'verify_peer',
    ...pem('ca', tls.cacertfile),
    ...pem('cert', tls.certfile),
    ...pem('key', tls.keyfile),
  })
}

/** Uses only PEM texts, because paths refer to the machine of a broker. */
const pem = (name: 'ca' | 'cert' | 'key', text = ''): Readonly<Record<string, string>> =>
  isPem(text) ? { [name]: text } : {}

function call(
  session: ClientHttp2Session,
  headers: Readonly<Record<string, string>>,
  request: Buffer,
): Promise<void> {
  return new Promise((resolve, reject) => {
    session.once('error', reject)
    const stream = session.request({
      ...headers,
      ':method': 'POST',
      ':path': path,
      'content-type': 'application/grpc',
      te: 'trailers',
    })
    let outcome: string | undefined
    const note = (answer: Readonly<Record<string, unknown>>) => {
      const status = answer['grpc-status']
      if (status !== undefined)
        outcome = status === '0' ? '' : `gRPC ${status}: ${answer['grpc-message'] ?? ''}`
      else if (Number(answer[':status'] ?? 200) !== 200) outcome = `HTTP ${answer[':status']}`
    }
    stream.once('response', note)
    stream.once('trailers', note)
    stream.once('error', reject)
    stream.setTimeout(timeoutMs, () => reject(new Error(`no answer within ${timeoutMs / 1000} s`)))
    stream.once('close', () => {
      if (outcome === '') resolve()
      else reject(new Error(outcome ?? 'the answer was cut off'))
    })
    stream.resume()
    stream.end(frameMessage(request))
  })
}

/** Frames a message: a flag for "not compressed", the length, and the message. */
function frameMessage(message: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.writeUInt32BE(message.length, 1)
  return Buffer.concat([head, message])
}
