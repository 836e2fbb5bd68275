import type { LinkMessage } from '#domain/mqtt-link/link-message.ts'
import { useBrokerPorts } from '#domain/mqtt-link/use-broker-ports.ts'
import { command as m } from '#features/diagnose/messages/test-client.ts'
import type { TestConnection } from '#features/diagnose/test-client/connection/test-connection.ts'
import { DialogShell } from '#kit/dialogs/dialog-shell.tsx'
import { consoleConfig } from '#lib/console-config.ts'
import { saveFile } from '#lib/save-file.ts'
import { Button } from '#ui/button.tsx'
import { CommandText } from '#ui/command-text.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import classes from './command-dialog.module.css'
import { commandTarget } from './command-target.ts'
import {
  type CommandNote,
  payloadFile,
  publishCommand,
  subscribeCommand,
  type WantedSubscription,
} from './mosquitto-command.ts'

const noteWords: Readonly<Record<CommandNote, string>> = {
  password: m.password,
  host: m.host,
  port: m.port,
  certificate: m.certificate,
  enhanced: m.enhanced,
  clientId: m.clientId,
  file: m.file(payloadFile),
  keepalive: m.keepalive,
  control: m.control,
  correlation: m.correlation,
  willPayload: m.willPayload,
  qos: m.qos,
  subscriptionId: m.subscriptionId,
  noLocal: m.noLocal,
  retainHandling: m.retainHandling,
}

/** The operation that a command is wanted for. */
export type CommandWish =
  | { readonly kind: 'subscribe'; readonly subscriptions: readonly WantedSubscription[] }
  | { readonly kind: 'publish'; readonly message: LinkMessage }

interface CommandDialogProps {
  readonly connection: TestConnection
  readonly wish: CommandWish
  readonly onClose: () => void
}

/** Shows shell commands for the same operation, and notes on what the commands cannot express. */
export function CommandDialog({ connection, wish, onClose }: CommandDialogProps) {
  const { settings, hasPassword } = connection.facts.get()
  const ports = useBrokerPorts()
  const isEmbedded = consoleConfig().mode === 'embedded'
  const { protocol, hostname } = location
  const target = commandTarget(settings, ports, { protocol, hostname, isEmbedded })
  const link = { target, settings, hasPassword }
  const { text, notes } =
    wish.kind === 'publish' ? publishCommand(link, wish.message) : subscribeCommand(link, wish.subscriptions)
  return (
    <DialogShell title={wish.kind === 'publish' ? m.asPublish : m.asSubscribe} size={720} onClose={onClose}>
      <div className={classes['head']}>
        <p className="support">{m.forShell}</p>
        <CopyButton text={text} name={m.command} />
      </div>
      <CommandText label={m.command} text={text} />
      {notes.length > 0 && (
        <ul className={classes['notes']}>
          {notes.map((note) => (
            <li key={note}>{noteWords[note]}</li>
          ))}
        </ul>
      )}
      {wish.kind === 'publish' && notes.includes('file') && (
        <div>
          <Button
            size="small"
            onClick={() =>
              saveFile(
                payloadFile,
                new Blob([new Uint8Array(wish.message.payload)]),
                'application/octet-stream',
              )
            }
          >
            {m.savePayload}
          </Button>
        </div>
      )}
    </DialogShell>
  )
}
