import { boolean, duration, text } from '@brokerdeck/contract/description/scalars.ts'
import { field, struct, withDefault } from '@brokerdeck/contract/description/schema.ts'
import { hiddenTlsFields, tlsServerFields } from '@brokerdeck/contract/tls.ts'

const ocsp = struct('emqx:ocsp', {
  enable_ocsp_stapling: withDefault(boolean, false),
  responder_url: field(text),
  issuer_pem: field(text),
  refresh_interval: withDefault(duration, '5m'),
  refresh_http_timeout: withDefault(duration, '15s'),
})

export const listenerTls = struct(
  'emqx:listener_ssl_opts',
  {
    ...tlsServerFields,
    gc_after_handshake: withDefault(boolean, false),
    ocsp: field(ocsp),
    enable_crl_check: withDefault(boolean, false),
  },
  { hidden: hiddenTlsFields },
)

export const listenerWssTls = struct('emqx:listener_wss_opts', tlsServerFields, { hidden: hiddenTlsFields })

const { cacertfile, certfile, keyfile, verify, password, hibernate_after } = tlsServerFields

export const listenerQuicTls = struct('emqx:listener_quic_ssl_opts', {
  cacertfile,
  certfile,
  keyfile,
  verify,
  password,
  hibernate_after,
})
