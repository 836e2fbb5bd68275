import { tlsClientSettings } from '@brokerdeck/contract/tls.ts'
import { toFields } from '#kit/form/described-form.ts'
import type { Section } from '#kit/form/field.ts'
import { tls as m } from './messages.ts'

/**
 * Returns the TLS settings of a connection from the broker to another server; `path` is the place of these settings.
 */
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
          // Without verification no certificate is compared.
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
