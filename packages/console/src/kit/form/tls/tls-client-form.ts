import { tlsClientSettings } from '@brokerdeck/contract/tls.ts'
import { toFields } from '#kit/form/described-form.ts'
import type { Section } from '#kit/form/field.ts'
import { tls as m } from './messages.ts'

/** TLS of a connection that the broker opens to another server; `path` is where its settings stand. */
export function tlsClientForm(path: string, note?: string): Section {
  return {
    id: 'tls',
    title: m.tls,
    ...(note === undefined ? {} : { note }),
    switch: `${path}.enable`,
    fields: toFields(
      tlsClientSettings,
      [
        {
          path: 'verify',
          label: m.verify,
          options: { verify_peer: m.verifyPeer, verify_none: m.verifyNone },
        },
        { path: 'server_name_indication', label: m.serverName, isCode: true, isOmittedEmpty: true },
        {
          path: 'cacertfile',
          label: m.caCertificate,
          // Whoever accepts any certificate compares it with none.
          when: [{ path: 'verify', is: ['verify_peer'] }],
          isOmittedEmpty: true,
        },
        { path: 'certfile', label: m.certificate, isOmittedEmpty: true },
        { path: 'keyfile', label: m.key, isOmittedEmpty: true },
        {
          path: 'password',
          label: m.passphrase,
          help: m.passphraseHelp,
          isOmittedEmpty: true,
          autoComplete: 'off',
        },
      ],
      path,
    ),
  }
}
