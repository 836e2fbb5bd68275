import type { TelemetryConfig } from '@brokerdeck/contract/monitoring/opentelemetry.ts'
import { Client, Metadata, type ServiceError } from '@grpc/grpc-js'
import * as v from 'valibot'
import { toGrpcCredentials } from '../../backends/grpc.ts'
import { tlsShape } from '../../backends/tls-options.ts'
import { isPem } from '../../certificates/pem-text.ts'

const timeoutMs = 10_000
const method = '/opentelemetry.proto.collector.metrics.v1.MetricsService/Export'

/**
 * Exports metrics by one unary gRPC call, the only form of OTLP on port 4317. Rejects if the collector does not
 * accept them within ten seconds.
 */
export async function exportMetrics(exporter: TelemetryConfig['exporter'], request: Buffer): Promise<void> {
  const client = openCollector(exporter)
  try {
    await call(client, toMetadata(exporter.headers), request)
  } finally {
    client.close()
  }
}

function openCollector({ endpoint, ssl_options }: TelemetryConfig['exporter']): Client {
  const { protocol, hostname, port } = new URL(endpoint)
  const isSecure = protocol === 'https:' || ssl_options.enable
  const tls = v.parse(tlsShape, { ...withoutPaths(ssl_options), enable: isSecure })
  const target = `${hostname}:${port === '' ? (isSecure ? 443 : 80) : port}`
  return new Client(target, toGrpcCredentials(isSecure, tls), {
    // A connection of its own for each export, which sees a collector that has moved.
    'grpc.use_local_subchannel_pool': 1,
    'grpc.service_config_disable_resolution': 1,
    'grpc.enable_http_proxy': 0,
  })
}

/** Keeps only PEM texts, because paths refer to the machine of a broker. */
function withoutPaths(tls: TelemetryConfig['exporter']['ssl_options']) {
  const { cacertfile = '', certfile = '', keyfile = '' } = tls
  const onlyPem = (text: string) => (isPem(text) ? text : '')
  return {
    ...tls,
    cacertfile: onlyPem(cacertfile),
    certfile: onlyPem(certfile),
    keyfile: onlyPem(keyfile),
  }
}

/** Throws if a header has a name or a value that HTTP/2 does not allow. */
function toMetadata(headers: Readonly<Record<string, string>>): Metadata {
  const metadata = new Metadata()
  for (const [name, value] of Object.entries(headers)) metadata.set(name, value)
  return metadata
}

function call(client: Client, metadata: Metadata, request: Buffer): Promise<void> {
  const same = (bytes: Buffer) => bytes
  const deadline = Date.now() + timeoutMs
  return new Promise((resolve, reject) => {
    client.makeUnaryRequest(method, same, same, request, metadata, { deadline }, (error) => {
      if (error === null) resolve()
      else reject(new Error(describeStatus(error)))
    })
  })
}

const describeStatus = ({ code, details }: ServiceError) => `gRPC ${code}: ${details}`
