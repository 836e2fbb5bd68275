import { memo } from 'react'
import type { LinkAnswer, LinkMessage } from '#domain/mqtt-link/link-message.ts'
import type { LinkState } from '#domain/mqtt-link/link-state.ts'
import { reasonOfCode } from '#domain/mqtt-link/reason-of-code.ts'
import type { PublishDraft } from '#domain/publish/publish-draft.ts'
import { PublishForm } from '#domain/publish/publish-form.tsx'
import type { PublishOutcome, PublishSender } from '#domain/publish/publish-message.ts'
import { testClient as m } from '#features/diagnose/messages/test-client.ts'
import { useCommandDialog } from '#features/diagnose/test-client/command/use-command-dialog.tsx'
import type { TestConnection } from '#features/diagnose/test-client/connection/test-connection.ts'
import { visibleText } from '#lib/visible-text.ts'
import { Button } from '#ui/button.tsx'
import { Panel } from '#ui/panel.tsx'

interface PublishPanelProps {
  readonly connection: TestConnection
  readonly draft: PublishDraft
  readonly version: 4 | 5
  readonly state: LinkState
}

/** Publishes messages over this connection. */
export const PublishPanel = memo(function PublishPanel(props: PublishPanelProps) {
  const { connection, draft, version, state } = props
  const { showCommand, dialog } = useCommandDialog(connection)
  return (
    <Panel title={m.publish} padded>
      <PublishForm
        label={m.publish}
        draft={draft}
        onDraftChange={(next) => connection.draft(next)}
        sender={makeSender(connection, version, state)}
        beside={(prepare) => (
          <Button
            variant="quiet"
            aria-label={m.publishCommand}
            onClick={() => {
              const message = prepare()
              if (message !== undefined) showCommand({ kind: 'publish', message })
            }}
          >
            {m.asCommand}
          </Button>
        )}
      />
      {dialog}
    </Panel>
  )
})

function makeSender(connection: TestConnection, version: 4 | 5, state: LinkState): PublishSender {
  const { connack } = state
  return {
    limits: {
      hasProperties: version === 5,
      topicAliasMaximum: connack?.topicAliasMaximum ?? 0,
      repeatsNames: true,
      hasBinaryCorrelation: true,
      ...(connack?.maximumQos === undefined ? {} : { maximumQos: connack.maximumQos }),
    },
    disabledReason: state.phase === 'connected' ? undefined : m.notConnected,
    send: async (message) => toOutcome(await connection.publish(message), message),
  }
}

/** Describes the result of a publish. Only a PUBACK or PUBREC tells whether there are subscribers (MQTT 5 §3.4.2.1). */
function toOutcome(answer: LinkAnswer, { qos }: LinkMessage): PublishOutcome {
  if (answer.kind === 'done') {
    const isKnown = qos > 0 && answer.code !== undefined
    return { kind: 'published', receivers: !isKnown ? 'unknown' : answer.code === 16 ? 'none' : 'some' }
  }
  const detail =
    answer.kind === 'lost'
      ? m.lost
      : answer.kind === 'refused'
        ? reasonOfCode(answer.code, answer.version).title
        : visibleText(answer.message)
  return { kind: 'refused', title: m.publishingFailure, detail }
}
