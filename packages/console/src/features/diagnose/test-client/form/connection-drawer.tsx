import { nodes } from '@brokerdeck/contract/monitoring/nodes.ts'
import { useQuery } from '@tanstack/react-query'
import { consoleConfig } from '#api/console-config.ts'
import { read } from '#api/query.ts'
import { type BrokerPort, isWebSocket } from '#features/diagnose/mqtt-link/broker-port.ts'
import { canHash } from '#features/diagnose/mqtt-link/enhanced/scram-hash.ts'
import type { LinkPhase } from '#features/diagnose/mqtt-link/link-state.ts'
import { useBrokerPorts } from '#features/diagnose/mqtt-link/use-broker-ports.ts'
import { FormDrawer } from '#kit/form/shell/form-drawer.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { Button } from '#ui/button.tsx'
import type { TestConnection } from '../connection/test-connection.ts'
import { m as words } from '../messages.ts'
import { addressSection } from './address-sections.ts'
import { connectionFaults, documentToDraft, draftToDocument } from './connection-document.ts'
import classes from './connection-drawer.module.css'
import { enhancedSection } from './enhanced-sections.ts'
import { m } from './messages.ts'
import { identitySection, sessionSection } from './session-sections.ts'
import { willSection } from './will-sections.ts'

interface ConnectionDrawerProps {
  readonly connection: TestConnection
  readonly onClose: () => void
}

const isMade: readonly LinkPhase[] = ['connected', 'disconnecting']

/** Everything that a connection is made with. */
export function ConnectionDrawer({ connection, onClose }: ConnectionDrawerProps) {
  const { name, settings, state, hasPassword } = connection.facts.get()
  const known = useQuery(read(nodes.list, {}))
  const listeners = (useBrokerPorts() ?? []).filter(isWebSocket)
  const isEmbedded = consoleConfig().mode === 'embedded'
  const running = (known.data ?? []).filter(({ node_status: status }) => status === 'running')
  const named = name === '' ? words.defaultConnection : name
  return (
    <FormDrawer
      title={m.title}
      submitLabel={m.save}
      onClose={onClose}
      plan={{
        sections: [
          addressSection(isEmbedded ? running.map(({ node }) => node) : []),
          identitySection,
          enhancedSection(canHash()),
          sessionSection,
          willSection,
        ],
        document: draftToDocument({ name: named, settings, password: connection.password }),
        isNew: !hasPassword,
        plan: () => undefined,
        check: connectionFaults,
        apply: async (document) => {
          const draft = documentToDraft(document, settings)
          connection.rename(draft.name === words.defaultConnection ? '' : draft.name)
          connection.configure(draft.settings, draft.password)
          // What failed with the old settings is tried with these.
          if (connection.facts.get().state.phase !== 'disconnected') connection.connect()
          return { kind: 'applied' }
        },
        lockedReason: isMade.includes(state.phase) ? m.lockedWhy : undefined,
      }}
      head={(next, fill) =>
        listeners.length > 0 && (
          <div className={classes['listeners']}>
            <p className="small support">{m.fillFrom}</p>
            {listeners.map(({ id, type, host, port, path = '/mqtt', isRunning }) => (
              <Button
                key={`${id} ${port}`}
                size="small"
                onClick={() =>
                  fill({
                    ...settings,
                    ...next,
                    via: 'direct',
                    host: host ?? location.hostname,
                    port,
                    path,
                    tls: type === 'wss',
                  })
                }
              >
                {listenerWords({ id, port, path, isRunning })}
              </Button>
            ))}
          </div>
        )
      }
    />
  )
}

/** A stopped listener can be chosen ahead of its start, and is marked. */
function listenerWords({
  id,
  port,
  path = '',
  isRunning,
}: Pick<BrokerPort, 'id' | 'port' | 'path' | 'isRunning'>) {
  const words = m.listener(visibleText(id, 40), String(port), visibleText(path, 40))
  return isRunning ? words : m.stoppedListener(words)
}
