import { explainEnd } from '#domain/mqtt-link/explain-end.ts'
import { phaseWords } from '#domain/mqtt-link/phase-words.ts'
import { testClient as m } from '#features/diagnose/messages/test-client.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import { visibleText } from '#lib/visible-text.ts'
import type { ConnectionFacts } from './connection-facts.ts'

/**
 * Announces the state of a connection on any page, since a connection continues while the operator looks at another
 * page.
 */
export function announceState(before: ConnectionFacts, after: ConnectionFacts): void {
  const { state, settings, name } = after
  if (state.phase === before.state.phase) return
  const clientId = state.connack?.assignedClientId ?? settings.clientId
  const who = visibleText(clientId === '' ? name : clientId, 80)
  const word = phaseWords[state.phase]
  if (state.phase === 'connected') notify.success(m.connectionSuccessful, who)
  if (state.phase === 'reconnecting') {
    if (before.state.phase === 'connecting') announceEnd(after, who)
    else notify.warning(word, who)
  }
  if (state.phase !== 'disconnected') return
  // The operator disconnected, so an earlier failure is not reported.
  if (before.state.phase === 'disconnecting') notify.info(word, who)
  else announceEnd(after, who)
}

function announceEnd({ state, settings, attempt }: ConnectionFacts, who: string): void {
  const known = { settings, address: attempt.address ?? '', ports: undefined, probe: undefined }
  const explanation = state.end && explainEnd(state.end, known)
  if (explanation === undefined) notify.info(phaseWords[state.phase], who)
  else notify.failure(explanation.title, who)
}
