import type { Section } from '#kit/form/field.ts'
import { tls as m } from './messages.ts'

/** TLS of a connection that the broker opens to another server; `path` is where its settings stand. */
export function tlsClientForm(path: string, note?: string): Section {
  return {
    id: 'tls',
    title: m.tls,
    ...(note === undefined ? {} : { note }),
    switch: `${path}.enable`,
    fields: [
      {
        kind: 'select',
        path: `${path}.verify`,
        label: m.verify,
        default: 'verify_none',
        options: [
          { value: 'verify_peer', label: m.verifyPeer },
          { value: 'verify_none', label: m.verifyNone },
        ],
      },
      {
        kind: 'text',
        path: `${path}.server_name_indication`,
        label: m.serverName,
        isCode: true,
        isOmittedEmpty: true,
      },
      {
        kind: 'certificate',
        of: 'ca',
        path: `${path}.cacertfile`,
        label: m.caCertificate,
        // Whoever accepts any certificate compares it with none.
        when: [{ path: `${path}.verify`, is: ['verify_peer'] }],
        isOmittedEmpty: true,
      },
      {
        kind: 'certificate',
        of: 'certificate',
        path: `${path}.certfile`,
        label: m.certificate,
        isOmittedEmpty: true,
      },
      {
        kind: 'certificate',
        of: 'key',
        path: `${path}.keyfile`,
        label: m.key,
        certificatePath: `${path}.certfile`,
        isOmittedEmpty: true,
      },
      {
        kind: 'secret',
        path: `${path}.password`,
        label: m.passphrase,
        help: m.passphraseHelp,
        isOmittedEmpty: true,
        autoComplete: 'off',
      },
    ],
  }
}
