import { createSecureContext } from 'node:tls'
import { type ChannelCredentials, credentials } from '@grpc/grpc-js'
import { type TlsDocument, tlsOptions } from './tls-options.ts'

/** Returns the credentials of a gRPC client; throws if the certificates or the key cannot be used. */
export function toGrpcCredentials(isSecure: boolean, ssl: TlsDocument | undefined): ChannelCredentials {
  if (!isSecure) return credentials.createInsecure()
  const { rejectUnauthorized = false, servername, ...context } = tlsOptions(ssl) ?? {}
  return credentials.createFromSecureContext(createSecureContext(context), { rejectUnauthorized })
}

/** The type and the number of a field of a protobuf message. */
type ProtobufField = readonly [type: string, id: number, rule?: 'repeated']

/** Describes a protobuf message for `Root.fromJSON`, by the names of its fields. */
export const protobufMessage = (fields: Readonly<Record<string, ProtobufField>>) => ({
  fields: Object.fromEntries(
    Object.entries(fields).map(([name, [type, id, rule]]) => [
      name,
      { type, id, ...(rule === undefined ? {} : { rule }) },
    ]),
  ),
})
