import { telemetry } from '@brokerdeck/contract/system/telemetry.ts'
import { useQuery } from '@tanstack/react-query'
import { action, send, useActionSending } from '#acting/action.tsx'
import { describeError, isGone } from '#api/errors.ts'
import { read } from '#api/query.ts'
import { currentSession, editionNumber } from '#api/session.ts'
import { cluster as m } from '#features/system/messages/cluster.ts'
import { joinSentences } from '#i18n/sentences.ts'
import { consoleConfig } from '#lib/console-config.ts'
import { Button } from '#ui/button.tsx'
import { CommandText } from '#ui/command-text.tsx'
import { Fold } from '#ui/fold.tsx'
import { Panel } from '#ui/panel.tsx'
import { ErrorState } from '#ui/states.tsx'
import { Status } from '#ui/status.tsx'

const change = action<boolean>(
  send(telemetry.setStatus, (enable) => ({ body: { enable } })),
  {
    ask: (enable) =>
      enable
        ? { title: m.telemetryTitle, body: m.telemetryBody, action: m.telemetryAction, interrupts: 'nothing' }
        : undefined,
    successMessage: (enable) => (enable ? m.telemetryIsOn : m.telemetryIsOff),
  },
)

/** Renders nothing for Enterprise, which has no telemetry. */
export function TelemetryPanel() {
  return editionNumber(currentSession()?.edition ?? '') === 1 ? null : <Telemetry />
}

function Telemetry() {
  const query = useQuery(read(telemetry.status, {}))
  const { isSending, run } = useActionSending(change)
  const isOn = query.data?.enable
  if (isOn === undefined) {
    return query.error === null || isGone(query.error) ? null : (
      <Panel title={m.telemetry}>
        <ErrorState
          {...describeError(query.error)}
          title={m.telemetryFailed}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      </Panel>
    )
  }
  return (
    <Panel
      title={m.telemetry}
      caption={m.telemetryCaption}
      actions={
        <>
          <Status kind={isOn ? 'ok' : 'off'}>{isOn ? m.telemetryOn : m.telemetryOff}</Status>
          <Button
            size="small"
            isBusy={isSending}
            disabledReason={change.findDisabledReason(!isOn)}
            onClick={() => void run(!isOn)}
          >
            {isOn ? m.telemetrySwitchOff : m.telemetrySwitchOn}
          </Button>
        </>
      }
      padded
    >
      <p>{joinSentences(m.telemetryText, consoleConfig().mode === 'embedded' && m.telemetryEmbedded)}</p>
      {isOn && (
        <Fold title={m.telemetryReport}>
          <Report />
        </Fold>
      )}
    </Panel>
  )
}

/** The maximum length of the report in characters, one or two screens; a longer report is cut off. */
const longestReport = 20_000

function Report() {
  const { data, error, refetch, isFetching } = useQuery(read(telemetry.data, {}))
  if (data !== undefined) {
    return (
      <CommandText label={m.telemetryReport} text={JSON.stringify(data, null, 2).slice(0, longestReport)} />
    )
  }
  return error === null ? null : (
    <ErrorState {...describeError(error)} onRetry={() => void refetch()} isRetrying={isFetching} />
  )
}
